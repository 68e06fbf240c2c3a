import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { TodayCard, useNext } from '#accounts/public.tsx'
import { useHomePart } from '#core/home-slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { DeadlinesCard } from './deadlines-card.tsx'
import { EndedSessions } from './fallback-ended.tsx'
import css from './home-active.module.css'
import { HomeLost } from './home-lost.tsx'
import { HomeMatchingNote } from './home-matching.tsx'
import { PickUp } from './home-pick-up.tsx'
import { HomeSessions } from './home-sessions.tsx'
import { HomeSwitch } from './home-switch.tsx'
import { PartnerCard } from './partner-card.tsx'
import { RewardsCard } from './rewards-card.tsx'
import { sessionLinks } from './walk-links.ts'

type ActiveHomeProps = {
  mentorship: Mentorship
  /** All that go on: who walks with two pairs goes from one to the other. */
  active: readonly Mentorship[]
}

export function ActiveHome({ mentorship, active }: ActiveHomeProps) {
  const t = useText()
  const { Part: Days } = useHomePart('days')
  const { next, isLost } = useNext()
  const step = next?.step
  const isAtHand = (step?.kind === 'walk' || step?.kind === 'due') && step.walk.isBegun && step.walk.mentorship === mentorship.id
  const isBelow = !isAtHand && (next !== undefined || isLost)
  // A pair manager looks after the others and walks through no session.
  const isWalking = mentorship.part !== 'pair_manager'
  return (
    <div className={isWalking ? css.page : css.narrow}>
      <div className={css.main}>
        <HomeLost />
        {/* What was begun is the next step itself; pairs are on this very page. */}
        {isAtHand ? <PickUp mentorship={mentorship.id} /> : <TodayCard leavesOut={({ kind }) => kind === 'pairs'} />}
        <HomeMatchingNote />
        {active.length > 1 && <HomeSwitch shown={mentorship} active={active} linkOf={(id) => sessionLinks(id).toHome()} />}
        <PartnerCard mentorship={mentorship} />
        {isWalking && (
          <>
            {isBelow && <PickUp mentorship={mentorship.id} />}
            <HomeSessions mentorship={mentorship} />
            <EndedSessions />
          </>
        )}
      </div>
      <aside className={css.side} aria-label={t(isWalking ? 'mentorship.side' : 'mentorship.side.days')}>
        {/* The deadlines stand there until the calendar has come with its own card. */}
        {Days ? <Days mentorship={mentorship} active={active} /> : isWalking && <DeadlinesCard mentorship={mentorship.id} />}
        {isWalking && <RewardsCard mentorship={mentorship.id} />}
      </aside>
    </div>
  )
}
