import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import own from '#core/ui/own-bar.module.css'
import css from './quiz-frame.module.css'

/** Skeleton of the most common question: four options. */
export function QuizSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('learning.quiz.loading')} className={classNames(css.frame, own.page)}>
      <h1 className="sr">{t('learning.quiz.title')}</h1>
      <div className={css.head}>
        <Skeleton shape="circle" width="44px" height="44px" />
        <Skeleton height="8px" className={css.thread} />
        <Skeleton width="36px" height="14px" />
      </div>
      <div className={css.body}>
        <div className={css.page}>
          <Skeleton width="80%" height="30px" />
          <Skeleton width="60%" height="16px" />
          <div className={css.options}>
            {Array.from({ length: 4 }, (_, place) => (
              <Skeleton key={place} shape="block" height="56px" />
            ))}
          </div>
        </div>
        <div className={css.foot}>
          <div className={css.moves}>
            <Skeleton shape="block" width="124px" height="52px" />
            <Skeleton shape="block" height="52px" />
          </div>
        </div>
      </div>
    </SkeletonGroup>
  )
}
