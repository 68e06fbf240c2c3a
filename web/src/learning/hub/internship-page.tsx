import unlockDrawing from '#art/unlock-mentorship.svg'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Empty } from '#core/ui/empty.tsx'
import css from './internship-page.module.css'
import '../live.ts'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { FailedSessions } from '../page-states.tsx'
import { sessionsQuery, internshipCardsQuery } from '../queries.ts'
import { StatusSkeleton } from './progress-card.tsx'
import { completedCount } from '../unlock.ts'
import { useId } from 'react'
import awaiting from '#art/awaiting-response.svg'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { InternshipCarousel } from './internship-carousel.tsx'
import internshipCarouselCss from './internship-carousel.module.css'

/** Shows how to unlock internships while they are locked; the cards are shown either way. */
export function InternshipPage() {
  const t = useText()
  const { internship } = useProfile().status.experiences
  const title = <title>{`${t('internship.title')} · ${t('app.name')}`}</title>
  if (internship === 'off') {
    return (
      <>
        {title}
        <Empty level={1} drawing={unlockDrawing} title={t('internship.off.title')} text={t('internship.off.text')} />
      </>
    )
  }
  return (
    <div className={css.page}>
      {title}
      <h1>{t('internship.title')}</h1>
      <InternshipStatus isOpen={internship === 'use'} />
      <InternshipCards />
    </div>
  )
}

/** Whether internships are open; if not, the progress towards them. */
function InternshipStatus({ isOpen }: { isOpen: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({ ...sessionsQuery('mine'), enabled: !isOpen })
  if (isOpen) return <Opened />
  if (data) return <Unlock completed={completedCount(data)} />
  if (!error) return <StatusSkeleton />
  return (
    <Card>
      <FailedSessions error={error} isFetching={isFetching} onRetry={() => void refetch()} small />
    </Card>
  )
}

function Opened() {
  const t = useText()
  return (
    <Card className={css.status} aria-labelledby="internship-status">
      <img src={unlockDrawing} alt="" width={190} height={142} />
      <h2 id="internship-status">{t('learning.status.internship.open')}</h2>
      <p className={css.text}>{t('learning.status.internship.openText')}</p>
    </Card>
  )
}

function Unlock({ completed }: { completed: number }) {
  const t = useText()
  const remaining = Math.max(0, SESSIONS_TO_UNLOCK - completed)
  const done = Math.min(completed, SESSIONS_TO_UNLOCK)
  const count = t('internship.progress', { completed: done, total: SESSIONS_TO_UNLOCK })
  const state = remaining === 0 ? 'done' : 'soon'
  return (
    <Card className={css.status} aria-labelledby="internship-status">
      <img src={unlockDrawing} alt="" width={190} height={142} />
      <h2 id="internship-status">{t(`learning.status.internship.${state}`)}</h2>
      <p className={css.text}>{t(`learning.status.internship.${state}Text`, { remaining })}</p>
      <p className={css.count}>{count}</p>
      <Thread value={(done / SESSIONS_TO_UNLOCK) * 100} label={t('learning.status.thread')} valueText={count} />
      {remaining > 0 && <ButtonLink render={<Link to="/learninghub" />}>{t('internship.hub')}</ButtonLink>}
    </Card>
  )
}

function InternshipCards() {
  const t = useText()
  const titleId = useId()
  const { data: cards } = useQuery(internshipCardsQuery)
  if (cards && cards.length > 0) return <InternshipCarousel key={cards.length} title={t('internship.cards')} cards={cards} />
  return (
    <section className={internshipCarouselCss.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('internship.cards')}</h2>
      <WithoutCards />
    </section>
  )
}

function WithoutCards() {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  const { data, error, isFetching, refetch } = useQuery(internshipCardsQuery)
  if (error) {
    return (
      <Card as="div">
        <Failed
          small
          level={3}
          title={t('internship.cards.failed')}
          text={t(isOffline ? 'internship.cards.offline' : errorTextKey(error))}
          retryLabel={t('action.retry')}
          retryingLabel={t('action.retrying')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (data) {
    return (
      <Card as="div">
        <Empty small level={3} drawing={awaiting} title={t('internship.cards.empty')} text={t('internship.cards.emptyText')} />
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t('internship.cards.loading')} className={internshipCarouselCss.skeletons}>
      {Array.from({ length: 3 }, (_, place) => (
        <Skeleton key={place} shape="block" height="280px" />
      ))}
    </SkeletonGroup>
  )
}
