import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { TodayCard, useNext } from '#accounts/public.tsx'
import { useHomeSlot } from '#core/home-slots.ts'
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
import { sessionLinks } from './session-links.ts'

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
        <PartnerCard mentorship={mentorship} />
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
        {hasSessions && <RewardsCard mentorship={mentorship.id} />}
      </aside>
    </div>
  )
}
