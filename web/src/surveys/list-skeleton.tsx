import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import list from './list-page.module.css'
import css from './survey-card.module.css'

export function ListSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('surveys.loading.list')} className={list.groups}>
      <Skeleton width="120px" height="28px" />
      <div className={list.grid}>
        {Array.from({ length: 2 }, (_, place) => (
          <Card key={place} as="div" className={css.card}>
            <Skeleton shape="block" width="64px" height="64px" className={css.icon} />
            <Skeleton width="70%" height="22px" />
            <Skeleton width="50%" height="16px" />
            <Skeleton height="48px" className={css.text} />
            <Skeleton shape="block" height="44px" className={css.foot} />
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  )
}
