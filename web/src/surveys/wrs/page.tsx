import { Link } from '@tanstack/react-router'
import { MoreInfoLayout } from '#content/public.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import './queries.ts'
import css from './page.module.css'
import { useQuery } from '@tanstack/react-query'
import findingMatches from '#art/finding-matches.svg'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { shortDay } from '#core/i18n/india-time.ts'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { nameOf } from '../survey-words.ts'
import wrsChartCss from './chart.module.css'
import { readinessQuery } from './queries.ts'
import { areaScores, type AreaScore } from './scores.ts'

export function WrsPage() {
  const t = useText()
  return (
    <MoreInfoLayout title={t('readiness.title')}>
      <div className={css.page}>
        <Person />
        <WrsReadiness />
      </div>
    </MoreInfoLayout>
  )
}

function Person() {
  const t = useText()
  const { displayName, email, picture, role, bio } = useProfile()
  return (
    <Card className={css.person}>
      <Avatar name={displayName} picture={picture} size="xl" />
      <div className={css.who}>
        <p className={css.role}>{t(`profile.role.${role}`)}</p>
        <h1>{displayName || email}</h1>
      </div>
      <p className={css.bio} dir={bio ? 'auto' : undefined}>
        {bio || t('readiness.noBio')}
      </p>
      <ButtonLink kind="soft" className={css.edit} render={<Link to="/profile" />}>
        {t('readiness.edit')}
      </ButtonLink>
    </Card>
  )
}

function WrsReadiness() {
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

/** Bars, and the same data as a table for screen readers. */
function WrsChart({ areas }: { areas: readonly AreaScore[] }) {
  const t = useText()
  const language = useLanguage()
  const sourceOf = ({ newest }: AreaScore) =>
    t('readiness.from', { survey: nameOf(newest.survey), day: shortDay(newest.scoredAt, language) })
  const pastOf = ({ earlier }: AreaScore) => earlier.map(({ score, month }) => t('readiness.was', { score, month })).join(' · ')
  return (
    <>
      <ul className={wrsChartCss.chart} aria-hidden="true">
        {areas.map((area) => (
          <li key={area.key} className={wrsChartCss.area}>
            <span className={wrsChartCss.name}>{area.name}</span>
            <b className={wrsChartCss.score}>{area.newest.score}</b>
            <Bar area={area} />
            <span className={wrsChartCss.source}>{sourceOf(area)}</span>
            <span className={wrsChartCss.past}>{pastOf(area)}</span>
          </li>
        ))}
      </ul>
      <div className="sr">
        <table>
          <caption>{t('readiness.chart')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('readiness.area')}</th>
              <th scope="col">{t('readiness.score')}</th>
              <th scope="col">{t('readiness.source')}</th>
              <th scope="col">{t('readiness.earlier')}</th>
            </tr>
          </thead>
          <tbody>
            {areas.map((area) => (
              <tr key={area.key}>
                <th scope="row">{area.name}</th>
                <td>{t('readiness.overallValue', { score: area.newest.score })}</td>
                <td>{sourceOf(area)}</td>
                <td>{pastOf(area) || t('readiness.never')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Bar({ area: { newest, earlier } }: { area: AreaScore }) {
  return (
    <span className={wrsChartCss.bar}>
      <span className={wrsChartCss.fill} style={{ inlineSize: `${newest.score}%` }} />
      {earlier.map(({ scoredAt, score }) => (
        <span key={scoredAt} className={wrsChartCss.mark} style={{ insetInlineStart: `${score}%` }} />
      ))}
    </span>
  )
}
