import type { Survey } from '@saathi/contract/surveys/entities'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import own from '#core/ui/own-bar.module.css'
import { RunnerSaved, RunnerSkeleton } from '#questions/public.ts'
import { FailedSurveys, SurveysTitle } from '../page-states.tsx'
import { stageAnswersQuery, stageQuery, useIsSending } from '../queries.ts'
import { groupOf, resumeStage } from '../resume.ts'
import { StageForm } from './form.tsx'
import { useWaitingStages } from './queries.ts'
import { type StageAddress, stageLink, storeLastStage, surveyLink, useStageAddress } from '../survey-address.ts'
import gate from '../survey/gate.module.css'
import { SurveyGate } from '../survey/gate.tsx'
import { SurveyPanel } from '../survey/panel.tsx'

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
  const waiting = useWaitingStages(survey.id)
  const next = resumeStage(withWaiting(survey, waiting))
  if (stage !== undefined && waiting.has(stage)) {
    return <StageSaved survey={survey.id} next={next === null || waiting.has(next) ? undefined : next} />
  }
  // While a stage is being sent the page stays; it navigates by itself.
  if (stage === undefined || (stage !== next && !isSending)) {
    if (next === null || groupOf(survey) === 'closed') return <Navigate {...surveyLink(survey.id)} replace />
    return <Navigate {...stageLink({ survey: survey.id, stage: next })} replace />
  }
  if (groupOf(survey) === 'closed' && !isSending) return <Navigate {...surveyLink(survey.id)} replace />
  return <OneStage key={stage} survey={survey} address={{ survey: survey.id, stage }} />
}

/** The survey as it will be once the queued stages are sent, so that the next one can be answered. */
function withWaiting(survey: Survey, waiting: ReadonlySet<number>): Survey {
  if (waiting.size === 0) return survey
  const stages = survey.stages.map((each) => (waiting.has(each.id) ? { ...each, status: 'COMPLETE' as const } : each))
  return { ...survey, stages, stageStatus: 'COMPLETE' }
}

function StageSaved({ survey, next }: { survey: number; next: number | undefined }) {
  const t = useText()
  const link = next === undefined ? { to: '/surveylisting' } : stageLink({ survey, stage: next })
  return (
    <>
      <SurveysTitle />
      <RunnerSaved
        text={t('outbox.surveySaved.text')}
        action={
          <ButtonLink kind="primary" render={<Link {...link} replace />}>
            {t(next === undefined ? 'surveys.all' : 'surveys.stage.continue')}
          </ButtonLink>
        }
      />
    </>
  )
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
      <RunnerSkeleton label={t('surveys.loading.stage')} title={t('surveys.title')} blocks={3} blockHeight="88px" />
    </SurveyPanel>
  )
}
