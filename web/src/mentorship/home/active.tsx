import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { TodayCard, useNext } from '#accounts/public.tsx'
import { useDataLight } from '#core/data-light.ts'
import { useHomeSlot, retryHomeSlots } from '#core/slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Note } from '#core/ui/note.tsx'
import { titleOf } from '#learning/public.ts'
import { PushOffer } from '#notices/public.ts'
import { pickUpOf } from '../cache.ts'
import { ShortTitle } from '../cards/card.tsx'
import { CardStatus } from '../cards/progress.tsx'
import { AgreementCard } from '../course/agreement-card.tsx'
import { CheckInCard } from '../course/check-in-card.tsx'
import { DeadlinesCard } from '../deadlines/card.tsx'
import { FarewellCard } from '../farewell/card.tsx'
import { EndedSessions } from './fallback-ended.tsx'
import css from './active.module.css'
import { HomeMatchingNote } from './matching.tsx'
import homePickUpCss from './pick-up.module.css'
import { HomeSessions } from './sessions.tsx'
import { HomeSwitch } from './switch.tsx'
import { PartnerCard } from '../partner/card.tsx'
import { cardsQuery } from '../queries.ts'
import { RewardsCard } from './rewards-card.tsx'
import { sessionLinks } from '../session/links.ts'

type ActiveHomeProps = {
  mentorship: Mentorship
  /** All ongoing mentorships, for the switch. */
  active: readonly Mentorship[]
}

export function ActiveHome({ mentorship, active }: ActiveHomeProps) {
  const t = useText()
  const { Part: Days } = useHomeSlot('days')
  const { next, isLost } = useNext()
  const step = next?.step
  const isAtHand = (step?.kind === 'walk' || step?.kind === 'due') && step.walk.isBegun && step.walk.mentorship === mentorship.id
  const isBelow = !isAtHand && (next !== undefined || isLost)
  // Pair managers have no sessions themselves.
  const hasSessions = mentorship.part !== 'pair_manager'
  return (
    <div className={hasSessions ? css.page : css.narrow}>
      <div className={css.main}>
        <HomeLost />
        {/* The ongoing session is the next step itself; pairs are on this page already. */}
        {isAtHand ? <PickUp mentorship={mentorship.id} /> : <TodayCard leavesOut={({ kind }) => kind === 'pairs'} />}
        <HomeMatchingNote />
        {active.length > 1 && <HomeSwitch shown={mentorship} active={active} linkOf={(id) => sessionLinks(id).toHome()} />}
        <FarewellCard mentorship={mentorship} />
        <PartnerCard mentorship={mentorship} />
        <CheckInCard mentorship={mentorship} />
        {/* Offered from the match on, because partners may now write or call. */}
        <Suspense>
          <PushOffer />
        </Suspense>
        {hasSessions && (
          <>
            {isBelow && <PickUp mentorship={mentorship.id} />}
            <HomeSessions mentorship={mentorship} />
            <EndedSessions />
          </>
        )}
      </div>
      <aside className={css.side} aria-label={t(hasSessions ? 'mentorship.side' : 'mentorship.side.days')}>
        {/* Shown until the calendar's own card has loaded. */}
        {Days ? <Days mentorship={mentorship} active={active} /> : hasSessions && <DeadlinesCard mentorship={mentorship.id} />}
        <AgreementCard mentorship={mentorship} />
        {hasSessions && <RewardsCard mentorship={mentorship.id} />}
      </aside>
    </div>
  )
}

/** At the top of the home, where people who came by a calendar address see it too. */
function HomeLost() {
  const t = useText()
  const parts = [useHomeSlot('days'), useHomeSlot('over')]
  if (!parts.some(({ isLost }) => isLost)) return null
  return (
    <Note
      tone="warn"
      live="status"
      action={
        <Button
          size="sm"
          busy={parts.some(({ isLoading }) => isLoading)}
          busyLabel={t('action.retrying')}
          onClick={retryHomeSlots}
        >
          {t('action.retry')}
        </Button>
      }
    >
      {t('mentorship.calendar.lost')}
    </Note>
  )
}

/** The session to continue. Load errors are shown by the session list. */
function PickUp({ mentorship }: { mentorship: number }) {
  const t = useText()
  const isLight = useDataLight()
  const { data } = useQuery(cardsQuery(mentorship, 'mine'))
  const session = data && pickUpOf(data)
  if (!session) return null
  const { id, color, banner, resumeStep, resumeNumber, totalSteps } = session
  const { toStep, toSummary } = sessionLinks(mentorship)
  // A session whose steps are still being written has no resume step.
  const to = resumeStep === null ? toSummary(id) : toStep(id, resumeStep)
  return (
    <Card bare className={homePickUpCss.card} aria-labelledby="mentorship-pick-up">
      <div className={homePickUpCss.picture} style={{ backgroundColor: color }}>
        {banner && !isLight && <img src={banner} alt="" decoding="async" width={400} height={240} />}
      </div>
      <div className={homePickUpCss.words}>
        <p className={homePickUpCss.small} id="mentorship-pick-up">
          {t('mentorship.pickUp')}
        </p>
        <h2>
          <ShortTitle title={titleOf(session)} />
        </h2>
        <div className={homePickUpCss.chips}>
          {resumeNumber !== null && <Chip>{t('mentorship.pickUp.step', { number: resumeNumber, total: totalSteps })}</Chip>}
          <CardStatus session={session} />
        </div>
      </div>
      <ButtonLink kind="primary" className={homePickUpCss.go} render={<Link {...to} />}>
        {t('mentorship.pickUp.continue')}
      </ButtonLink>
    </Card>
  )
}
