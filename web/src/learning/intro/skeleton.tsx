import { useText } from '#core/i18n/texts.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { AreaTitle } from '../page-states.tsx'
import cover from './cover.module.css'
import css from './page.module.css'
import own from '#core/ui/own-bar.module.css'

/** Skeleton of the introduction, in its exact shape. */
export function IntroSkeleton() {
  const t = useText()
  return (
    <div className={classNames(css.page, own.page)}>
      <AreaTitle />
      <SkeletonGroup label={t('learning.session.loading')} className={css.box}>
        <div className={cover.cover}>
          <Skeleton shape="picture" width="100%" height="100%" />
        </div>
        <div className={css.sheet}>
          <div className={css.head}>
            <Skeleton width="180px" height="28px" />
            <Skeleton width="85%" height="38px" />
            <Skeleton width="50%" height="22px" />
          </div>
          <Skeleton height="72px" />
          <div className={css.rows}>
            {Array.from({ length: 5 }, (_, place) => (
              <Skeleton key={place} height="44px" />
            ))}
          </div>
        </div>
      </SkeletonGroup>
    </div>
  )
}
