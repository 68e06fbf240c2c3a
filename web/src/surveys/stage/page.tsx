import type { Survey } from '@saathi/contract/surveys/entities'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import own from '#core/ui/own-bar.module.css'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { FailedSurveys } from '../failed-surveys.tsx'
import { stageAnswersQuery, stageQuery, useIsSending } from '../queries.ts'
import { groupOf, resumeStage } from '../resume.ts'
import { StageForm } from './form.tsx'
import css from './frame.module.css'
import { storeLastStage, type StageAddress, stageLink, surveyLink, useStageAddress } from '../survey-address.ts'
import gate from '../survey/gate.module.css'
import { SurveyGate } from '../survey/gate.tsx'
import { SurveyPanel } from '../survey/panel.tsx'
import { SurveysTitle } from '../surveys-title.tsx'

/** The questions of one stage. The survey decides which stage comes next, whatever the address. */
export function StagePage() {
  const { survey, stage } = useStageAddress()
  if (survey === undefined) return <Navigate to="/surveylisting" replace />
  return (
    <SurveyGate key={survey} id={survey} pending={<StageSkeleton />}>
      {(found) => <StageOrRedirect survey={found} stage={stage} />}
    </SurveyGate>
  )
}

function StageOrRedirect({ survey, stage }: { survey: Survey; stage: number | undefined }) {
  const isSending = useIsSending(survey.id)
  const next = resumeStage(survey)
  // While a stage is being sent the page stays; it navigates by itself.
  if (stage === undefined || (stage !== next && !isSending)) {
    if (next === null || groupOf(survey) === 'closed') return <Navigate {...surveyLink(survey.id)} replace />
    return <Navigate {...stageLink({ survey: survey.id, stage: next })} replace />
  }
  if (groupOf(survey) === 'closed' && !isSending) return <Navigate {...surveyLink(survey.id)} replace />
  return <OneStage key={stage} survey={survey} address={{ survey: survey.id, stage }} />
}

function OneStage({ survey, address }: { survey: Survey; address: StageAddress }) {
  const stage = useQuery(stageQuery(address.stage))
  const answers = useQuery(stageAnswersQuery(address))
  const { survey: surveyId, stage: stageId } = address
  // Checked once: a stage just sent from here keeps its questions until the page is left.
  const [wasSent] = useState(() => survey.stages.some(({ id, status }) => id === stageId && status === 'COMPLETE'))

  useEffect(() => storeLastStage({ survey: surveyId, stage: stageId }), [surveyId, stageId])

  function handleRetry() {
    for (const { isError, refetch } of [stage, answers]) if (isError) void refetch()
  }

  if (stage.data && answers.data) {
    // Unanswered questions of a submitted stage are not asked again.
    const shownStage = wasSent ? { ...stage.data, pages: [] } : stage.data
    return <StageForm survey={survey} stage={shownStage} answered={answers.data} address={address} />
  }
  const error = stage.error ?? answers.error
  if (!error) return <StageSkeleton />
  return (
    <div className={gate.place}>
      <SurveysTitle />
      <FailedSurveys of="stage" error={error} isFetching={stage.isFetching || answers.isFetching} onRetry={handleRetry} />
    </div>
  )
}

/** Skeleton of a page of questions. */
function StageSkeleton() {
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
