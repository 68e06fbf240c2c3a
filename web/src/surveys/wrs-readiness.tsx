import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import findingMatches from '#art/finding-matches.svg'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { WrsChart } from './wrs-chart.tsx'
import css from './wrs-page.module.css'
import { readinessQuery } from './wrs-queries.ts'
import { areaScores } from './wrs-scores.ts'

export function WrsReadiness() {
  const t = useText()
  const language = useLanguage()
  const isOffline = useConnection() === 'offline'
  const { data, error, isFetching, refetch } = useQuery(readinessQuery)

  if (!data && error) {
    return (
      <Card>
        <Failed
          title={t('readiness.failed')}
          text={t(isOffline ? 'readiness.offline' : errorTextKey(error))}
          retryLabel={t('action.retry')}
          retryingLabel={t('action.retrying')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (!data) return <ReadinessSkeleton />
  const { workReadinessScore } = data
  const areas = areaScores(data.areas, language)
  if (workReadinessScore === null || areas.length === 0) {
    return (
      <Card>
        <Empty
          drawing={findingMatches}
          title={t('readiness.none')}
          text={t('readiness.noneText')}
          action={
            <ButtonLink kind="primary" render={<Link to="/surveylisting" />}>
              {t('readiness.surveys')}
            </ButtonLink>
          }
        />
      </Card>
    )
  }
  return (
    <Card className={css.readiness} aria-labelledby="readiness">
      <h2 id="readiness">{t('readiness.heading')}</h2>
      <p className={css.sub}>{t('readiness.text')}</p>
      <p className={css.overall}>
        <span className={css.label}>{t('readiness.overall')}</span>{' '}
        <span className="sr">{t('readiness.overallValue', { score: workReadinessScore })}</span>
        <span aria-hidden="true">
          <b className={css.number}>{workReadinessScore}</b> {t('readiness.of')}
        </span>
      </p>
      <WrsChart areas={areas} />
    </Card>
  )
}

function ReadinessSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('readiness.loading')} className={css.waiting}>
        <Skeleton width="10em" height={26} />
        <Skeleton width="6em" height={44} />
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <Skeleton key={place} shape="block" height={58} />
        ))}
      </SkeletonGroup>
    </Card>
  )
}
