import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './matching-skeleton.module.css'

/** The screen is not known yet; most often it is one with a drawing. */
export function MatchingSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('mentorship.matching.loading')} className={css.lines}>
        <h1 className="sr">{t('mentorship.title')}</h1>
        <Skeleton shape="block" width="220px" height="165px" />
        <Skeleton width="min(260px, 80%)" height="26px" />
        <Skeleton width="min(340px, 90%)" height="18px" />
      </SkeletonGroup>
    </Card>
  )
}
