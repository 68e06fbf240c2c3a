import type { Experiences } from '@saathi/contract/accounts/entities'
import { isMentor } from '@saathi/contract/accounts/roles'
import { useQuery } from '@tanstack/react-query'
import { useHomeSlot } from '#core/slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { FallbackCards, PathToPartner } from './fallback-cards.tsx'
import { ActiveHome } from './active.tsx'
import { useHomeAddress, useWantsMatching } from './address.ts'
import { HomeFailed, HomeTitle } from './failed.tsx'
import { HomeSearching, MatchingAside } from './matching.tsx'
import { HomeSkeleton } from './skeleton.tsx'
import '../live.ts'
import { mentorshipsQuery, hubDoneQuery } from '../queries.ts'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import { Link } from '@tanstack/react-router'
import { TodayCard, useNext } from '#accounts/public.tsx'
import unlockDrawing from '#art/unlock-mentorship.svg'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { searchText } from '#learning/public.ts'
import { EndedSessions } from './fallback-ended.tsx'
import css from './locked.module.css'

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
  // Five sessions unlock an area at 'show'. An area at 'off' cannot be unlocked.
  return curriculum === 'show' ? <LockedHome /> : <FallbackCards why="off" />
}

function Home({ isMatching }: { isMatching: boolean }) {
  const t = useText()
  const requested = useHomeAddress().mentorship
  const wantsMatching = useWantsMatching()
  const { Part: Over } = useHomeSlot('over')
  const mentorships = useQuery(mentorshipsQuery)
  if (!mentorships.data) {
    if (mentorships.error) return <HomeFailed level={1} title={t('mentorship.failed.title')} query={mentorships} />
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

/** The locked area: the progress towards unlocking it. */
function LockedHome() {
  const t = useText()
  const { role } = useProfile()
  return (
    <div className={css.page}>
      <h1>{t('mentorship.title')}</h1>
      <TodayCard />
      <Card className={css.card} aria-labelledby="mentorship-locked">
        <img src={unlockDrawing} alt="" width={190} height={142} />
        {isMentor(role) ? <MentorLocked /> : <UnlockProgress />}
      </Card>
      <PathToPartner />
      <EndedSessions />
    </div>
  )
}

/** Mentors need no sessions, so no progress is shown. */
function MentorLocked() {
  const t = useText()
  const text = searchText(useNext().next?.facts)
  return (
    <div className={css.words}>
      <h2 id="mentorship-locked">{t('mentorship.locked.soon')}</h2>
      {text && <p className={css.text}>{t(text)}</p>}
      <ToHub />
    </div>
  )
}

function UnlockProgress() {
  const t = useText()
  const { next, isLost } = useNext()
  const hub = useQuery(hubDoneQuery)
  const done = Math.min(hub.data ?? 0, SESSIONS_TO_UNLOCK)
  const remaining = SESSIONS_TO_UNLOCK - done
  const count = t('mentorship.locked.count', { completed: done, total: SESSIONS_TO_UNLOCK })
  const isDone = hub.data !== undefined && remaining === 0
  const text = isDone ? 'mentorship.locked.doneText' : searchText(next?.facts)
  return (
    <div className={css.words}>
      <h2 id="mentorship-locked">{t(isDone ? 'mentorship.locked.done' : 'mentorship.locked.soon')}</h2>
      {hub.data !== undefined && (text || isLost) ? (
        <>
          {text && <p className={css.text}>{t(text, { remaining })}</p>}
          <p className={css.count}>{count}</p>
          <Thread value={(done / SESSIONS_TO_UNLOCK) * 100} label={t('mentorship.locked.thread')} valueText={count} />
        </>
      ) : hub.error ? (
        <HomeFailed small level={3} title={t('mentorship.locked.failed')} query={hub} />
      ) : (
        <SkeletonGroup label={t('mentorship.loading')} className={css.words}>
          <Skeleton width="80%" height="20px" />
          <Skeleton height="8px" />
        </SkeletonGroup>
      )}
      <ToHub />
    </div>
  )
}

function ToHub() {
  const t = useText()
  return (
    <div>
      <ButtonLink kind="primary" render={<Link to="/learninghub" />}>
        {t('mentorship.locked.hub')}
      </ButtonLink>
    </div>
  )
}
