import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import awaiting from '#art/awaiting-response.svg'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { InternshipCarousel } from './internship-carousel.tsx'
import css from './internship-carousel.module.css'
import { internshipCardsQuery } from './internship-queries.ts'

export function InternshipCards() {
  const t = useText()
  const titleId = useId()
  const { data: cards } = useQuery(internshipCardsQuery)
  if (cards && cards.length > 0) return <InternshipCarousel key={cards.length} title={t('internship.cards')} cards={cards} />
  return (
    <section className={css.section} aria-labelledby={titleId}>
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
    <SkeletonGroup label={t('internship.cards.loading')} className={css.skeletons}>
      {Array.from({ length: 3 }, (_, place) => (
        <Skeleton key={place} shape="block" height="280px" />
      ))}
    </SkeletonGroup>
  )
}
