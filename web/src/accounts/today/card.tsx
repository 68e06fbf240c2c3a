import type { NextStep } from '@saathi/contract/accounts/next-step'
import { Link } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { celebrate } from '#core/moments.ts'
import { openHelp } from '#core/open-help.ts'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { useNow } from '#core/use-now.ts'
import { type Next, useNext } from './next-queries.ts'
import css from './card.module.css'
import { type TodayContent, todayContent } from './content.ts'

/** `leavesOut`: steps that the page already shows. If the step cannot be loaded, nothing is rendered. */
export function TodayCard({ leavesOut }: { leavesOut?: ((step: NextStep) => boolean) | undefined }) {
  const t = useText()
  const { next, isLost } = useNext()
  useNewMatch(next)
  if (next) return leavesOut?.(next.step) ? null : <Today {...next} />
  if (isLost) return null
  return (
    <SkeletonGroup label={t('today.loading')} className={css.waiting}>
      <Skeleton shape="block" height="100%" />
    </SkeletonGroup>
  )
}

/** A match that the reader has not seen yet is celebrated on the pages that show what comes next. */
function useNewMatch(next: Next | undefined): void {
  const match = next?.facts.partners.find(({ isNew, hasWritten }) => isNew && !hasWritten)?.mentorship
  useEffect(() => {
    if (match !== undefined) void celebrate({ match })
  }, [match])
}

function Today({ step, facts }: Next) {
  const t = useText()
  const titleId = useId()
  const content = todayContent(step, { t, language: useLanguage(), now: useNow(), hasHub: facts.hub.isOpen })
  return (
    <Card className={classNames(css.card, css[content.tone])} aria-labelledby={titleId}>
      <Picture of={content.picture} />
      <div className={css.words}>
        <p className={css.kicker}>
          {content.kickerIcon && <Icon of={content.kickerIcon} size={16} />}
          {content.kicker}
        </p>
        <h2 id={titleId}>{content.title}</h2>
        <p className={css.text}>{content.text}</p>
      </div>
      <div className={css.acts}>
        {content.actions.map((act) => (
          <ActButton key={act.text} act={act} />
        ))}
      </div>
    </Card>
  )
}

function Picture({ of: picture }: { of: TodayContent['picture'] }) {
  const isLight = useDataLight()
  if ('icon' in picture) {
    return (
      <div className={css.picture} aria-hidden="true">
        <Icon of={picture.icon} size={40} />
      </div>
    )
  }
  if ('person' in picture) {
    const { fullName, displayPicture } = picture.person
    return (
      <div className={css.picture}>
        <Avatar className={css.face} size="xl" name={fullName} picture={displayPicture} />
      </div>
    )
  }
  const { color, banner } = picture.session
  return (
    <div className={css.picture} style={{ backgroundColor: color }}>
      {banner && !isLight && <img src={banner} alt="" decoding="async" width={140} height={84} />}
    </div>
  )
}

function ActButton({ act: { text, kind, icon, target: place } }: { act: TodayContent['actions'][number] }) {
  const hasHelp = useProfile().status.experiences.chatStatus.helpCenter === 'use'
  const label = (
    <>
      {icon && <Icon of={icon} size={20} />}
      {text}
    </>
  )
  if (place !== 'help') {
    return (
      <ButtonLink kind={kind} render={<Link {...place} />}>
        {label}
      </ButtonLink>
    )
  }
  return (
    hasHelp && (
      <Button kind={kind} onClick={openHelp}>
        {label}
      </Button>
    )
  )
}
