import { useText } from '#core/i18n/texts.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './skeleton.module.css'

export function MessagesSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('chat.loading')} className={css.waiting}>
      <Skeleton shape="block" width="60%" height={56} />
      <Skeleton shape="block" width="50%" height={40} className={css.mine} />
      <Skeleton shape="block" width="66%" height={72} />
      <Skeleton shape="block" width="40%" height={40} className={css.mine} />
    </SkeletonGroup>
  )
}
