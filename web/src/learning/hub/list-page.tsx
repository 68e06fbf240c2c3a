import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SideLayout } from '#core/shell/side-menu.tsx'
import { Card } from '#core/ui/card.tsx'
import { Button } from '#core/ui/button.tsx'
import { SkeletonGroup } from '#core/ui/skeleton.tsx'
import { EmptySessions } from './session-rail.tsx'
import { AreaTitle, FailedSessions, LockedHub } from '../page-states.tsx'
import { HubMenu, type ShownList } from './menu.tsx'
import css from './list-page.module.css'
import '../live.ts'
import { sessionsQuery } from '../queries.ts'
import { useSessionFilter } from './session-filter.tsx'
import sessionFilterCss from './session-filter.module.css'
import { SessionCard, SessionSkeleton } from '../cards/session-card.tsx'

export const AllSessionsPage = () => <ListPage list="all" />
export const CuratedSessionsPage = () => <ListPage list="curated" />
export const OngoingSessionsPage = () => <ListPage list="ongoing" />
export const BookmarkedSessionsPage = () => <ListPage list="bookmarked" />

function ListPage({ list }: { list: ShownList }) {
  const t = useText()
  const { experiences } = useProfile().status
  if (experiences.session !== 'use') return <LockedHub />
  return (
    <SideLayout menu={<HubMenu here={list} />}>
      <AreaTitle of={t(`learning.list.${list}`)} />
      <header className={css.head}>
        <h1>{t(`learning.list.${list}`)}</h1>
        <p>{t(`learning.list.${list}.sub`)}</p>
      </header>
      <List list={list} />
    </SideLayout>
  )
}

function List({ list }: { list: ShownList }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(list))

  const { found, filter, clear } = useSessionFilter(data ?? [])

  if (data && data.length > 0) {
    return (
      <>
        {filter}
        <p className="sr" role="status">
          {t('learning.list.count', { count: found.length })}
        </p>
        {found.length === 0 && (
          <Card className={sessionFilterCss.none}>
            <p>{t('learning.find.none')}</p>
            <Button onClick={clear}>{t('learning.find.clear')}</Button>
          </Card>
        )}
        <ul className={css.grid}>
          {found.map((session) => (
            <li key={session.id}>
              <SessionCard session={session} level={2} />
            </li>
          ))}
        </ul>
      </>
    )
  }
  if (error) {
    return (
      <Card>
        <FailedSessions error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (data) {
    return (
      <Card>
        <EmptySessions list={list} />
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t('learning.loading')} className={css.grid}>
      {Array.from({ length: 6 }, (_, place) => (
        <SessionSkeleton key={place} />
      ))}
    </SkeletonGroup>
  )
}
