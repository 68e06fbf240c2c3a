import { Skeleton } from '#core/ui/skeleton.tsx'
import css from './session-card.module.css'

/** Skeleton of a session card, in its exact shape. */
export function SessionSkeleton() {
  return (
    <div className={css.card}>
      <div className={css.picture}>
        <Skeleton shape="block" height="100%" />
      </div>
      <div className={css.body}>
        <Skeleton width="88px" height="28px" />
        <Skeleton width="80%" height="22px" />
        <div className={css.foot}>
          <Skeleton height="6px" />
          <div className={css.meta}>
            <Skeleton width="32px" height="12px" />
            <Skeleton width="72px" height="12px" />
          </div>
        </div>
      </div>
    </div>
  )
}
