import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './skeleton.module.css'

export function PartnerSkeleton() {
  return (
    <Card as="div" className={css.card}>
      <div className={css.who}>
        <Skeleton shape="circle" width="72px" height="72px" />
        <div className={css.lines}>
          <Skeleton width="90px" height="14px" />
          <Skeleton width="180px" height="26px" />
          <Skeleton width="140px" height="14px" />
        </div>
      </div>
      <Skeleton height="12px" />
      <Skeleton height="56px" />
    </Card>
  )
}

/** Skeleton of the progress, shown below the partner's name. */
export function PartnerNumbersSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('mentorship.partner.loading')} className={css.numbers}>
      <Skeleton height="12px" />
      <Skeleton height="52px" />
    </SkeletonGroup>
  )
}
