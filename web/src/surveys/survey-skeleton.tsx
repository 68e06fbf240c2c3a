import { useText } from '#core/i18n/texts.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './survey-intro.module.css'
import { SurveyPanel } from './survey-panel.tsx'

export function SurveySkeleton() {
  const t = useText()
  return (
    <SurveyPanel background={null}>
      <span />
      <SkeletonGroup label={t('surveys.loading.survey')} className={css.body}>
        <h1 className="sr">{t('surveys.title')}</h1>
        <div className={css.head}>
          <Skeleton shape="block" width="64px" height="64px" />
          <Skeleton width="70%" height="30px" />
        </div>
        <Skeleton width="90%" height="18px" />
        <Skeleton shape="block" height="72px" />
        <Skeleton shape="block" height="72px" />
        <Skeleton shape="block" height="52px" />
      </SkeletonGroup>
    </SurveyPanel>
  )
}
