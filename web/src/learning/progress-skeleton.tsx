import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './progress-skeleton.module.css'

export function ProgressSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('learning.loading')} className={css.lines}>
        <Skeleton width="min(340px, 90%)" height="30px" />
        <Skeleton width="min(280px, 70%)" height="18px" />
        <Skeleton width="140px" height="58px" />
        <Skeleton height="42px" />
      </SkeletonGroup>
    </Card>
  )
}
