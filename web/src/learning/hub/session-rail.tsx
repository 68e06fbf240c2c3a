import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import allDone from '#art/all-done.svg'
import awaiting from '#art/awaiting-response.svg'
import noResults from '#art/no-results.svg'
import sayHi from '#art/say-hi.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Rail, SectionHead } from '#core/ui/section-head.tsx'
import { SkeletonGroup } from '#core/ui/skeleton.tsx'
import { SessionCard, titleOf, SessionSkeleton } from '../cards/session-card.tsx'
import { FailedSessions } from '../page-states.tsx'
import { sessionsQuery } from '../queries.ts'
import { introLink } from '../session/address.ts'
import { listPages, type ShownList } from './menu.tsx'
import css from './session-rail.module.css'

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

const drawings: Record<ShownList, string> = { all: awaiting, curated: allDone, ongoing: sayHi, bookmarked: noResults }

type EmptySessionsProps = { list: ShownList; level?: 2 | 3; small?: boolean }

export function EmptySessions({ list, level = 2, small = false }: EmptySessionsProps) {
  const t = useText()
  if (list === 'ongoing') return <NothingOngoing level={level} small={small} />
  const action = list !== 'all' && (
    <ButtonLink kind="soft" size={small ? 'sm' : 'md'} render={<Link to="/learninghub/allsession" />}>
      {t(`learning.empty.${list}.action`)}
    </ButtonLink>
  )
  return (
    <Empty
      drawing={drawings[list]}
      title={t(`learning.empty.${list}.title`)}
      text={t(`learning.empty.${list}.text`)}
      action={action}
      level={level}
      small={small}
    />
  )
}

/** Offers the next session by name to people who have finished some. */
function NothingOngoing({ level, small }: { level: 2 | 3; small: boolean }) {
  const t = useText()
  const { data: mine } = useQuery(sessionsQuery('mine'))
  const next = useQuery(sessionsQuery('curated')).data?.[0]
  const hasFinished = mine?.some(({ sessionStatus }) => sessionStatus === 'COMPLETED') ?? false
  const isNamed = hasFinished && next !== undefined
  const link = isNamed ? <Link {...introLink(next.id)} /> : <Link to="/learninghub/curatedsession" />
  return (
    <Empty
      drawing={drawings.ongoing}
      title={t(hasFinished ? 'learning.empty.ongoing.between' : 'learning.empty.ongoing.title')}
      text={t(hasFinished ? 'learning.empty.ongoing.betweenText' : 'learning.empty.ongoing.text')}
      action={
        <ButtonLink kind="soft" size={small ? 'sm' : 'md'} render={link}>
          {isNamed ? t('learning.empty.ongoing.next', { title: titleOf(next) }) : t('learning.empty.ongoing.action')}
        </ButtonLink>
      }
      level={level}
      small={small}
    />
  )
}
