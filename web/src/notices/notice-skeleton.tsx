import { useText } from '#core/i18n/texts.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './notice-list.module.css'

const places = [0, 1, 2]

export function NoticeSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('bell.loading')} className={css.list}>
      {places.map((place) => (
        <div key={place} className={css.item}>
          <Skeleton shape="circle" width={36} height={36} />
          <div className={css.words}>
            <Skeleton width="70%" />
            <Skeleton width="100%" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
