import { describe, expect, test } from 'vitest'
import { groupOf, openSurveyIds, resumeStage } from './resume.ts'
import { stageSummary } from './survey.fake.ts'

const stages = [stageSummary(11, { status: 'COMPLETE' }), stageSummary(12), stageSummary(13)]

describe('[SUR-07] the current stage', () => {
  test('is the one named by the server', () => {
    expect(resumeStage({ currentStageId: 12, stageStatus: 'NOT_STARTED', stages })).toBe(12)
  })

  test('is the next one when the survey stopped between two stages', () => {
    expect(resumeStage({ currentStageId: 11, stageStatus: 'COMPLETE', stages })).toBe(12)
  })

  const sent = stages.map((stage) => ({ ...stage, status: 'COMPLETE' as const }))

  test('is null once the survey is complete', () => {
    expect(resumeStage({ currentStageId: null, stageStatus: 'COMPLETE', stages: sent })).toBeNull()
  })

  test('is the one named by the server if all are submitted but the survey is incomplete', () => {
    expect(resumeStage({ currentStageId: 13, stageStatus: 'COMPLETE', stages: sent })).toBe(13)
  })

  test('is null if a stage was added after completion', () => {
    expect(resumeStage({ currentStageId: null, stageStatus: 'COMPLETE', stages })).toBeNull()
  })
})

test('[SUR-01] only unanswered surveys in use are open', () => {
  const surveys = [
    { surveyId: 1, surveyStatus: 'NOT_STARTED', expPermission: 'use' as const },
    { surveyId: 2, surveyStatus: 'ONGOING since 3 Nov', expPermission: 'use' as const },
    { surveyId: 3, surveyStatus: 'COMPLETE on 2026-11-01T10:00:00Z', expPermission: 'use' as const },
    { surveyId: 4, surveyStatus: 'NOT_STARTED', expPermission: 'show' as const },
    { surveyId: 5, surveyStatus: 'NOT_STARTED', expPermission: 'off' as const },
  ]
  expect(openSurveyIds({ surveys })).toEqual([1, 2])
})

test.each([
  ['NOT_STARTED', false, 'pending'],
  ['PARTIAL', false, 'pending'],
  ['PARTIAL', true, 'closed'],
  ['COMPLETE on 2026-11-01T10:00:00Z', true, 'completed'],
])('a survey that is %s, closed: %s, is listed as %s', (status, isClosed, group) => {
  expect(groupOf({ status, isClosed })).toBe(group)
})
