import { useQuery } from '@tanstack/react-query'
import { TodayCard } from '#accounts/public.tsx'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SideLayout } from '#core/shell/side-layout.tsx'
import { Card } from '#core/ui/card.tsx'
import { FailedSessions } from './failed-sessions.tsx'
import { HubFeed } from './hub-feed.tsx'
import { HubMenu } from './hub-menu.tsx'
import css from './hub-page.module.css'
import { AreaTitle } from './area-title.tsx'
import './live.ts'
import { LockedHub } from './locked-hub.tsx'
import { ProgressCard } from './progress-card.tsx'
import { ProgressSkeleton } from './progress-skeleton.tsx'
import { sessionsQuery } from './queries.ts'
import { SessionRail } from './session-rail.tsx'
import { StatusCard } from './status-card.tsx'
import { StatusSkeleton } from './status-skeleton.tsx'
import { completedCount, goalOf, unlockOf } from './unlock.ts'

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
