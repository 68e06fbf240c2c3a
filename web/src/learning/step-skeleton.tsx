import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { AreaTitle } from './area-title.tsx'
import own from '#core/ui/own-bar.module.css'
import card from './step-card.module.css'
import css from './step-player.module.css'

/** Skeleton of a step: the card on the dark background of the banner. */
export function StepSkeleton() {
  const t = useText()
  return (
    <div className={classNames(css.player, own.page)}>
      <AreaTitle />
      <div className={css.banner} />
      <SkeletonGroup label={t('learning.session.loading')} className={classNames(card.card, css.waiting)}>
        <Skeleton width="30%" height="14px" />
        <Skeleton width="75%" height="30px" />
        <Skeleton height="96px" />
        <Skeleton height="72px" />
        <Skeleton height="96px" />
      </SkeletonGroup>
    </div>
  )
}
