import { useQuery } from '@tanstack/react-query'
import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import { isMentor } from '@saathi/contract/accounts/roles'
import { TodayCard, useNext } from '#accounts/public.tsx'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SideLayout } from '#core/shell/side-menu.tsx'
import { Card } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { flame } from '#core/ui/icons.ts'
import { AreaTitle, FailedSessions, LockedHub } from '../page-states.tsx'
import { HubMenu } from './menu.tsx'
import css from './page.module.css'
import '../live.ts'
import { ProgressCard, StatusSkeleton } from './progress-card.tsx'
import { sessionsQuery } from '../queries.ts'
import { SessionRail } from './session-rail.tsx'
import streakNoteCss from './streak-note.module.css'
import { completedCount, type Goal, goalOf, searchText, twoDigits, type Unlock, unlockOf } from '../unlock.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import progressSkeletonCss from './progress-skeleton.module.css'
import { loadFeedSection } from '#feed/public.ts'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import { Link } from '@tanstack/react-router'
import unlockDrawing from '#art/unlock-mentorship.svg'
import { ButtonLink } from '#core/ui/button.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import statusCardCss from './status-card.module.css'

export function HubPage() {
  const t = useText()
  const { experiences } = useProfile().status
  if (experiences.session !== 'use') return <LockedHub />
  return (
    <SideLayout menu={<HubMenu here="home" />}>
      <AreaTitle />
      <div className={css.columns}>
        <div className={css.hub}>
          <TodayCard />
          <Streak />
          <Progress />
          <SessionRail list="ongoing" title={t('learning.continue')} />
          <SessionRail list="curated" title={t('learning.list.curated')} />
        </div>
        <Status />
        <HubFeed />
      </div>
    </SideLayout>
  )
}

function Streak() {
  const streak = useNext().next?.facts.streak
  return streak && <StreakNote {...streak} />
}

/** How many weeks in a row had enough quizzes, and how to keep it up. */
function StreakNote({ weeks, isMaintained, quizzesPerWeek: count }: NonNullable<NextFacts['streak']>) {
  const t = useText()
  const title = t('mentorship.streak', { count: twoDigits(weeks) })
  return (
    <section className={streakNoteCss.streak} aria-label={title} data-paused={!isMaintained || undefined}>
      <span className={streakNoteCss.sign}>
        <Icon of={flame} size={22} />
      </span>
      <p>
        <b>{title}</b>
        <small>{t(isMaintained ? 'mentorship.streak.kept' : 'mentorship.streak.lost', { count })}</small>
      </p>
    </section>
  )
}

function Progress() {
  const t = useText()
  const { role, status } = useProfile()
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery('mine'))
  const notStarted = useQuery(sessionsQuery('curated')).data?.length
  if (data) {
    const total = notStarted === undefined ? undefined : data.length + notStarted
    return <ProgressCard unlock={unlockOf(status.experiences, completedCount(data))} role={role} total={total} />
  }
  return (
    <div>
      <h1 className="sr">{t('learning.title')}</h1>
      {error ? (
        <Card>
          <FailedSessions error={error} isFetching={isFetching} onRetry={() => void refetch()} small />
        </Card>
      ) : (
        <ProgressSkeleton />
      )}
    </div>
  )
}

function Status() {
  const { status } = useProfile()
  const { data, isPending } = useQuery(sessionsQuery('mine'))
  if (data) return <StatusCard unlock={unlockOf(status.experiences, completedCount(data))} />
  return isPending && goalOf(status.experiences) !== 'none' ? <StatusSkeleton /> : null
}

function ProgressSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('learning.loading')} className={progressSkeletonCss.lines}>
        <Skeleton width="min(340px, 90%)" height="30px" />
        <Skeleton width="min(280px, 70%)" height="18px" />
        <Skeleton width="140px" height="58px" />
        <Skeleton height="42px" />
      </SkeletonGroup>
    </Card>
  )
}

/** The feed is at the end of the page; its code and posts are loaded when the reader scrolls near it. */
function HubFeed() {
  const place = useRef<HTMLDivElement>(null)
  const [Section, setSection] = useState<ComponentType>()

  useEffect(() => {
    if (Section || !place.current) return
    // If loading fails, the section stays hidden; the feed also has its own page.
    const show = () =>
      void loadFeedSection().then(
        (section) => setSection(() => section),
        () => {},
      )
    if (typeof IntersectionObserver === 'undefined') return show()
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(), {
      rootMargin: '200px 0px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [Section])

  return (
    <div ref={place} className={css.feed}>
      {Section && <Section />}
    </div>
  )
}

const goalPages = { mentorship: '/mentorship', internship: '/internship' } as const

/** Whether mentorship or internship is open yet, and the next action towards it. */
function StatusCard({ unlock }: { unlock: Unlock }) {
  const t = useText()
  const { next, isLost } = useNext()
  const isForMentor = isMentor(useProfile().role) && unlock.goal === 'mentorship'
  const { goal, completed, remaining, isOpen } = unlock
  if (goal === 'none') return null
  const state = isOpen ? 'open' : remaining === 0 && !isForMentor ? 'done' : 'soon'
  const isSearchNext = goal === 'mentorship' && state === 'soon'
  if (isSearchNext && !next && !isLost) return <StatusSkeleton />
  const text = isSearchNext ? searchText(next?.facts) : (`learning.status.${goal}.${state}Text` as const)
  return (
    <Card className={statusCardCss.card} aria-labelledby="hub-status">
      <img src={unlockDrawing} alt="" width={190} height={142} />
      <h2 id="hub-status">{t(`learning.status.${goal}.${state}`)}</h2>
      {text && <p className={statusCardCss.text}>{t(text, { remaining })}</p>}
      {!isOpen && !isForMentor && (
        <Thread
          value={(Math.min(completed, SESSIONS_TO_UNLOCK) / SESSIONS_TO_UNLOCK) * 100}
          label={t('learning.status.thread')}
          valueText={t('learning.progress.beads', { completed, total: SESSIONS_TO_UNLOCK })}
        />
      )}
      {isOpen || isForMentor ? <GoLink goal={goal} /> : <NextLink number={completed + 1} />}
    </Card>
  )
}

function GoLink({ goal }: { goal: Exclude<Goal, 'none'> }) {
  const t = useText()
  return <ButtonLink render={<Link to={goalPages[goal]} />}>{t(`learning.status.${goal}.go`)}</ButtonLink>
}

/** Links to the first ongoing session, else the first curated one. */
function NextLink({ number }: { number: number }) {
  const t = useText()
  const ongoing = useQuery(sessionsQuery('ongoing')).data?.[0]
  const curated = useQuery(sessionsQuery('curated')).data?.[0]
  const next: SessionCard | undefined = ongoing ?? curated
  if (!next || number > SESSIONS_TO_UNLOCK) return null
  const link = <Link to="/session/sessionintroduction/$sessionId" params={{ sessionId: String(next.id) }} />
  return <ButtonLink render={link}>{t(ongoing ? 'learning.status.continue' : 'learning.status.start', { number })}</ButtonLink>
}
