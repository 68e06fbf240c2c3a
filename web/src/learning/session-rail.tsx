import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Rail, SectionHead } from '#core/ui/section-head.tsx'
import { SkeletonGroup } from '#core/ui/skeleton.tsx'
import { EmptySessions } from './empty-sessions.tsx'
import { FailedSessions } from './failed-sessions.tsx'
import { listPages, type ShownList } from './lists.ts'
import { sessionsQuery } from './queries.ts'
import { SessionCard } from './session-card.tsx'
import css from './session-rail.module.css'
import { SessionSkeleton } from './session-skeleton.tsx'

const MAX_CARDS = 8

/** The first cards of a list in a row; the full list has its own page. */
export function SessionRail({ list, title }: { list: ShownList; title: string }) {
  const t = useText()
  const headId = useId()
  const isEmpty = useQuery(sessionsQuery(list)).data?.length === 0
  const seeAll = !isEmpty && (
    <Link to={listPages[list].to} aria-label={t('learning.seeAllOf', { list: title })}>
      {t('learning.seeAll')}
    </Link>
  )
  return (
    <section aria-labelledby={headId}>
      <SectionHead id={headId} title={title} action={seeAll} />
      <RailBody list={list} title={title} />
    </section>
  )
}

function RailBody({ list, title }: { list: ShownList; title: string }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(list))

  // A failed refetch keeps the old cards.
  if (data && data.length > 0) {
    return (
      <Rail label={title}>
        {data.slice(0, MAX_CARDS).map((session) => (
          <SessionCard key={session.id} session={session} />
        ))}
      </Rail>
    )
  }
  if (error) {
    return (
      <Card>
        <FailedSessions error={error} isFetching={isFetching} onRetry={() => void refetch()} level={3} small />
      </Card>
    )
  }
  if (data) {
    return (
      <Card>
        <EmptySessions list={list} level={3} small />
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t('learning.loading')} className={css.skeletons}>
      <SessionSkeleton />
      <SessionSkeleton />
      <SessionSkeleton />
    </SkeletonGroup>
  )
}
