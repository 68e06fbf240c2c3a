import { useText } from '#core/i18n/texts.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import own from '#core/ui/own-bar.module.css'
import css from './stage-frame.module.css'
import { SurveyPanel } from './survey-panel.tsx'

/** Skeleton of a page of questions. */
export function StageSkeleton() {
  const t = useText()
  return (
    <SurveyPanel background={null} className={own.page}>
      <div className={css.head}>
        <Skeleton shape="circle" width="44px" height="44px" />
        <Skeleton height="8px" className={css.thread} />
        <Skeleton width="36px" height="14px" />
      </div>
      <SkeletonGroup label={t('surveys.loading.stage')} className={css.body}>
        <div className={css.page}>
          <h1 className="sr">{t('surveys.title')}</h1>
          <Skeleton width="50%" height="30px" />
          <div className={css.questions}>
            {Array.from({ length: 3 }, (_, place) => (
              <Skeleton key={place} shape="block" height="88px" />
            ))}
          </div>
        </div>
        <div className={css.foot}>
          <div className={css.moves}>
            <Skeleton shape="block" width="124px" height="52px" />
            <Skeleton shape="block" height="52px" />
          </div>
        </div>
      </SkeletonGroup>
    </SurveyPanel>
  )
}
