import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './progress-skeleton.module.css'

export function StatusSkeleton() {
  const t = useText()
  return (
    <Card>
      <SkeletonGroup label={t('learning.loading')} className={css.lines}>
        <Skeleton shape="block" height="132px" />
        <Skeleton width="70%" height="26px" />
        <Skeleton width="90%" />
        <Skeleton height="8px" />
        <Skeleton height="44px" />
      </SkeletonGroup>
    </Card>
  )
}
