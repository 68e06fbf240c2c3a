import { Card } from '#core/ui/card.tsx'
import { Skeleton } from '#core/ui/skeleton.tsx'
import css from './post-card.module.css'
import skeleton from './feed-skeleton.module.css'

/** A post skeleton in its exact shape. */
export function PostSkeleton() {
  return (
    <Card as="div" bare className={css.card}>
      <Skeleton shape="picture" className={skeleton.picture} />
      <div className={css.words}>
        <Skeleton width="96px" height="20px" />
        <Skeleton width="62%" height="26px" />
        <Skeleton height="16px" />
        <Skeleton width="84%" height="16px" />
      </div>
      <div className={css.actions}>
        <Skeleton className={skeleton.action} width="88px" height="20px" />
      </div>
    </Card>
  )
}
