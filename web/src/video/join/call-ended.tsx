import { localeOf } from '@saathi/contract/core/message'
import { type CallPerson, PEOPLE_MAX, type VideoRoom } from '@saathi/contract/video/entities'
import { Link } from '@tanstack/react-router'
import companions from '#art/companions.svg'
import { type Translate, useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import css from './call-ended.module.css'
import type { EndReason } from '../call-state.ts'
import { useFocusOnShow } from '../use-focus-on-show.ts'

type CallEndedProps = { room: VideoRoom; reason: EndReason; onAgain: () => void }

const NAMES_MAX = 3

/** 'Meera, Arjun, Divya and 2 others' */
function namesOf(partners: readonly CallPerson[], t: Translate, language: string): string {
  const names = partners.slice(0, NAMES_MAX).map(({ name }) => name)
  const more = partners.length - names.length
  const listFormat = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  return listFormat.format(more > 0 ? [...names, t('video.ended.others', { count: more })] : names)
}

/** The title, followed by the explanation. */
function wordsOf({ partners }: VideoRoom, reason: EndReason, t: Translate, language: string): [string, ...string[]] {
  if (reason === 'alone') return [t('video.ended'), t('video.ended.alone.text')]
  if (reason === 'replaced' || reason === 'removed' || reason === 'full' || reason === 'failed')
    return [t(`video.ended.${reason}`), t(`video.ended.${reason}.text`, { count: PEOPLE_MAX })]
  const names = namesOf(partners, t, language)
  const over = names ? t('video.ended.with', { names }) : t('video.ended.alone')
  return [t('video.ended'), over, t('video.ended.again')]
}

export function CallEnded({ room, reason, onAgain }: CallEndedProps) {
  const t = useText()
  const language = useLanguage()
  const heading = useFocusOnShow()
  const [title, ...lines] = wordsOf(room, reason, t, language)
  const isOpen = reason !== 'removed' && serverNow() < Date.parse(room.closesAt)
  return (
    <div className={css.ended}>
      <img src={companions} alt="" width={220} height={165} />
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        {title}
      </h1>
      {lines.map((line) => (
        <p key={line} className={css.line}>
          {line}
        </p>
      ))}
      <div className={css.actions}>
        {isOpen && (
          <Button kind={reason === 'left' || reason === 'alone' ? 'line' : 'primary'} onClick={onAgain}>
            {t(reason === 'replaced' ? 'video.joinHere' : 'video.joinAgain')}
          </Button>
        )}
        <ButtonLink
          kind={isOpen && reason !== 'left' && reason !== 'alone' ? 'line' : 'primary'}
          render={<Link to="/chat/messenger" search={{ channel: room.channel }} />}
        >
          {t('video.openChat')}
        </ButtonLink>
        <ButtonLink kind="quiet" render={<Link to="/mentorship" />}>
          {t('video.toCalendar')}
        </ButtonLink>
      </div>
    </div>
  )
}
