import type { Experiences } from '@saathi/contract/accounts/entities'
import { useQuery } from '@tanstack/react-query'
import { useHomeSlot } from '#core/home-slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { FallbackCards } from './fallback-cards.tsx'
import { ActiveHome } from './home-active.tsx'
import { useHomeAddress, useWantsMatching } from './home-address.ts'
import { HomeFailed } from './home-failed.tsx'
import { LockedHome } from './home-locked.tsx'
import { HomeSearching, MatchingAside } from './home-matching.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { HomeTitle } from './home-title.tsx'
import './live.ts'
import { mentorshipsQuery } from './queries.ts'

/** Four pages at one address: matching, locked, no mentorship yet, or the active home. */
export function MentorshipPage() {
  const { experiences, matching } = useProfile().status
  return (
    <>
      <HomeTitle />
      <Mode curriculum={experiences.curriculum} isMatching={matching.matchingStatus !== null} />
    </>
  )
}

function Mode({ curriculum, isMatching }: { curriculum: Experiences['curriculum']; isMatching: boolean }) {
  if (curriculum === 'use') return <Home isMatching={isMatching} />
  if (isMatching) return <HomeSearching />
  // Five sessions unlock 'show'; nothing unlocks 'off'.
  return curriculum === 'show' ? <LockedHome /> : <FallbackCards why="off" />
}

function Home({ isMatching }: { isMatching: boolean }) {
  const t = useText()
  const requested = useHomeAddress().mentorship
  const wantsMatching = useWantsMatching()
  const { Part: Over } = useHomeSlot('over')
  const mentorships = useQuery(mentorshipsQuery)
  if (!mentorships.data) {
    if (mentorships.error) return <HomeFailed level={1} title={t('mentorship.failed.title')} asked={mentorships} />
    return <HomeSkeleton />
  }
  const active = mentorships.data.filter(({ isActive }) => isActive)
  const first = active[0]
  if (!first) return isMatching ? <HomeSearching /> : <FallbackCards why="alone" />
  if (isMatching && wantsMatching) return <MatchingAside />
  const shown = active.find(({ id }) => id === requested) ?? first
  return (
    <>
      {/* Keyed, so that UI state of one mentorship is not carried over to the next. */}
      <ActiveHome key={shown.id} mentorship={shown} active={active} />
      {Over && <Over mentorship={shown} active={active} />}
    </>
  )
}
