import type { MatchTracker } from '@saathi/contract/matching/entities'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '#mentorship/public.ts'
import { CardAbout } from './card-about.tsx'
import { CardCriterion } from './card-criterion.tsx'
import css from './card-info.module.css'
import type { Clash } from './card-texts.ts'
import { matchInfoQuery } from './queries.ts'

type CardInfoProps = { match: MatchTracker; clashes: readonly Clash[] }

/** Why they may fit. Clashes are known without the request, and are shown even if it fails. */
export function CardInfo({ match, clashes }: CardInfoProps) {
  const t = useText()
  const info = useQuery(matchInfoQuery(match.id))
  const name = match.displayName
  const criteria = info.data?.criteriaJson.toSorted((one, other) => one.order - other.order) ?? []
  const known = new Set(criteria.map(({ key }) => key))
  const unknown = clashes.filter(({ key }) => !known.has(key))
  return (
    <div className={css.info}>
      {(criteria.length > 0 || unknown.length > 0) && (
        <ul className={css.criteria} aria-label={t('matching.card.criteria', { name })}>
          {unknown.map((clash) => (
            <CardCriterion key={clash.key} name={name} clash={clash} />
          ))}
          {criteria.map((criterion) => (
            <CardCriterion
              key={criterion.key}
              name={name}
              criterion={criterion}
              clash={clashes.find(({ key }) => key === criterion.key)}
            />
          ))}
        </ul>
      )}
      {info.data ? (
        info.data.about && <CardAbout name={name} about={info.data.about} />
      ) : info.error ? (
        <HomeFailed small level={3} title={t('matching.card.failed')} asked={info} />
      ) : (
        <SkeletonGroup label={t('matching.card.loading')} className={css.lines}>
          <Skeleton height="40px" />
          <Skeleton height="40px" />
          <Skeleton height="40px" />
        </SkeletonGroup>
      )}
    </div>
  )
}
