import { getProfile } from '@saathi/contract/accounts/calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { getAnswers, getStage, getSurvey, listSurveys, sendAnswers, type SurveyAnswer } from '@saathi/contract/surveys/calls'
import type { Stage, Survey } from '@saathi/contract/surveys/entities'
import { answer, refuse, showApp } from '../../test/harness.tsx'
import { surveyQuestion, personAsked, stage as makeStage, stageSummary, survey as makeSurvey } from './survey.fake.ts'

export const stagePath = '/stage?survey=1&stage=11'
export const draftKey = 'saathi.survey.1.11'

const completed = 'COMPLETE on 2026-11-15T10:00:00.000Z'

/** The server's reply to a submitted stage: the next one is current, or the survey is complete. */
export function afterSending(before: Survey, stage: number): Survey {
  const stages = before.stages.map((each) => (each.id === stage ? { ...each, status: 'COMPLETE' as const } : each))
  const next = stages.find(({ status }) => status !== 'COMPLETE')
  return {
    ...before,
    stages,
    status: next ? 'PARTIAL' : completed,
    currentStageId: next?.id ?? null,
    stageStatus: next ? 'NOT_STARTED' : 'COMPLETE',
  }
}

type SurveyData = { survey?: Survey; stages?: Stage[]; answered?: SurveyAnswer[]; changeable?: string[]; profile?: Profile }

/** A fake server with one survey and its stages that accepts submissions. */
export function answerSurvey(data: SurveyData = {}) {
  const { survey = makeSurvey(), stages, answered = [], changeable = [], profile = personAsked() } = data
  let current = survey
  const known = stages ?? [makeStage(), secondStage]
  const reading = answer(getSurvey, ({ params }) => (params.id === current.id ? current : refuse('surveys.not_found', 404)))
  const opening = answer(getStage, ({ params }) => known.find(({ id }) => id === params.id) ?? refuse('surveys.not_found', 404))
  answer(getAnswers, ({ query }) => ({
    survey: current.id,
    stages: current.stages.map(({ id }) =>
      id === known[0]?.id ? { stage: id, answers: answered, changeable } : { stage: id, answers: [], changeable: [] },
    ),
    answers: query.stage === known[0]?.id ? answered : [],
  }))
  answer(listSurveys, () => ({ surveys: [current] }))
  const sending = answer(sendAnswers, ({ form }) => {
    current = afterSending(current, form.fields.data.stage)
    return current
  })
  const completedStatus = () => (current.status.startsWith('COMPLETE') ? { surveyStatus: current.status } : {})
  return {
    profile,
    reads: reading.inputs,
    opened: opening.inputs,
    sent: sending.inputs,
    /** From now on the profile reflects the survey's status. */
    followProfile: () =>
      answer(getProfile, () => {
        const surveys = profile.status.surveys.map((each) =>
          each.surveyId === current.id ? { ...each, ...completedStatus() } : each,
        )
        return { ...profile, status: { ...profile.status, surveys } }
      }),
    change: (next: Survey) => {
      current = next
    },
  }
}

export const secondStage = makeStage({
  id: 12,
  name: 'People',
  number: 2,
  pages: [{ title: 'Your people', questions: [surveyQuestion('friend', { title: 'Whom do you ask?' })] }],
})

export const oneStage = makeSurvey({ stages: [stageSummary(11)] })

export const showStage = (profile: Profile, path = stagePath) => showApp({ profile, path })
