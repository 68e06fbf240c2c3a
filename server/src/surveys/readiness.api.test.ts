import { getProfile } from '@saathi/contract/accounts/calls'
import { getReadiness } from '@saathi/contract/surveys/readiness-calls'
import { DAY_SECONDS } from '@saathi/contract/core/time'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { toTexts } from '../../test/quiz-content.ts'
import { replyOf } from '../../test/send-form.ts'
import {
  buildSurvey,
  type BuiltSurvey,
  makeStage,
  makeSurveyOption,
  makeSurveyQuestion,
  sendStage,
  setSurveyFlag,
} from '../../test/surveys.ts'
import { findCriteria } from './public.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
  await server.db
    .insertInto('readiness_area')
    .values([
      { key: 'teamwork', position: 2, name: JSON.stringify(toTexts('Working with others', 'साथ मिलकर काम')) },
      { key: 'speaking', position: 1, name: JSON.stringify(toTexts('Speaking up', 'अपनी बात कहना')) },
      { key: 'planning', position: 3, name: JSON.stringify(toTexts('Planning')) },
    ])
    .execute()
})
beforeEach(async () => {
  asha = await buildTaker()
})

async function buildTaker(changes: Parameters<TestServer['buildPerson']>[0] = {}) {
  const id = await server.buildPerson(changes)
  await setSurveyFlag(server, id)
  return id
}
const asks = (key: string, type: string, readiness: string, changes: Parameters<typeof makeSurveyQuestion>[2] = {}) =>
  makeSurveyQuestion(key, type, { readiness, ...changes })
const steps = (...numbers: number[]) => numbers.map((option) => ({ option, label: toTexts(String(option)) }))
const send = (survey: BuiltSurvey, answers: unknown, at = 0, personId = asha) =>
  sendStage(server, personId, { survey: survey.id, stage: survey.stages[at] ?? 0 }, { answers })
const scores = async (personId = asha) => (await server.ask(personId, getReadiness, {})).body
const newestOf = async () => Object.fromEntries((await scores()).areas.map(({ key, scores: [newest] }) => [key, newest?.score]))
const hasScores = async (personId = asha) => (await server.ask(personId, getProfile, {})).body.status.workReadiness.hasScores

describe('work-readiness', () => {
  test('[NAV-09] is empty before the first score, and the profile says so', async () => {
    expect(await scores()).toEqual({ workReadinessScore: null, areas: [] })
    expect(await hasScores()).toBe(false)
    expect((await server.ask(null, getReadiness, {})).status).toBe(401)
  })

  test.each<[string, number, number]>([
    ['AgreeabilityThreeOptions', 2, 50],
    ['AgreeabilityFiveOptions', 1, 0],
    ['AgreeabilityFiveOptions', 4, 75],
    ['AgreeabilitySevenScale', 7, 100],
    ['AgreeabilityTenScale', 4, 33],
    ['Scale', 10, 100],
  ])('[NAV-09] a step of %s counts by its own scale: %i is %i of 100', async (type, answer, score) => {
    const survey = await buildSurvey(server, { stages: [[asks('asked', type, 'speaking')]] })
    replyOf(await send(survey, { asked: answer }))
    expect(await newestOf()).toEqual({ speaking: score })
  })

  test('[NAV-09] a custom scale counts from its lowest to its highest step, in either display direction', async () => {
    const scaleOf = (sorting: 'ascending' | 'descending') => ({ scaleQuestionnaire: { sorting, options: steps(2, -2, 0) } })
    const survey = await buildSurvey(server, {
      stages: [
        [
          asks('up', 'Scale', 'speaking', scaleOf('ascending')),
          asks('down', 'Scale', 'teamwork', scaleOf('descending')),
          asks('single', 'Scale', 'planning', { scaleQuestionnaire: { sorting: 'ascending', options: steps(3) } }),
        ],
      ],
    })
    replyOf(await send(survey, { up: 2, down: 2, single: 3 }))
    expect(await newestOf()).toEqual({ speaking: 100, teamwork: 100 })
  })

  test('[NAV-09] an area is the average of its answers over all stages, without unanswered questions', async () => {
    const five = 'AgreeabilityFiveOptions'
    const survey = await buildSurvey(server, {
      stages: [
        [asks('one', five, 'teamwork'), asks('two', 'AgreeabilityTenScale', 'teamwork'), asks('three', five, 'speaking')],
        [asks('one', five, 'teamwork'), asks('two', five, 'planning'), makeSurveyQuestion('mood', 'Scale')],
      ],
    })
    replyOf(await send(survey, { one: 5, two: 1 }))
    expect([await scores(), await hasScores()]).toEqual([{ workReadinessScore: null, areas: [] }, false])
    replyOf(await send(survey, { one: 5, two: 2, mood: 1 }, 1))
    expect(await scores()).toEqual({
      workReadinessScore: 46,
      areas: [area('teamwork', 'Working with others', [[67, survey]]), area('planning', 'Planning', [[25, survey]])],
    })
    expect([await hasScores(), await hasScores(await buildTaker())]).toEqual([true, false])
  })
  const area = (key: string, name: string, all: [number, BuiltSurvey][]) => ({
    key,
    name,
    localeName: name,
    scores: all.map(([score, { id }]) => ({
      score,
      scoredAt: expect.any(String),
      survey: { id, name: expect.any(String), localeName: expect.any(String) },
    })),
  })

  test('[NAV-09] stays within 0 and 100 when a scale was shortened after the answer', async () => {
    const survey = await buildSurvey(server, { stages: [[asks('talk', 'Scale', 'speaking')], [makeSurveyQuestion('why')]] })
    replyOf(await send(survey, { talk: 10 }))
    const content = JSON.stringify(makeStage([[asks('talk', 'AgreeabilityFiveOptions', 'speaking')]]))
    await server.db
      .updateTable('survey_stage')
      .set({ content })
      .where('id', '=', survey.stages[0] ?? 0)
      .execute()
    replyOf(await send(survey, {}, 1))
    expect(await newestOf()).toEqual({ speaking: 100 })
  })

  test('[NAV-09] areas are in programme order, newest score first, and the newest scores make the total', async () => {
    const stages = [[asks('team', 'Scale', 'teamwork'), asks('talk', 'Scale', 'speaking')]]
    const [earlier, later] = [await buildSurvey(server, { stages }), await buildSurvey(server, { stages })]
    replyOf(await send(later, { team: 10, talk: 1 }))
    server.clock.advance(DAY_SECONDS)
    replyOf(await send(earlier, { team: 1 }))
    server.clock.reset()
    expect(await scores()).toEqual({
      workReadinessScore: 0,
      areas: [
        area('speaking', 'Speaking up', [[0, later]]),
        area('teamwork', 'Working with others', [
          [0, earlier],
          [100, later],
        ]),
      ],
    })
  })

  test('[NAV-09] is translated, and visible only to its owner', async () => {
    const reader = await buildTaker({ language: 'hi' })
    const survey = await buildSurvey(server, {
      name: 'Your goals',
      hindiName: 'आपके लक्ष्य',
      stages: [[asks('talk', 'Scale', 'speaking'), asks('lost', 'Scale', 'an-area-that-is-gone')]],
    })
    replyOf(await send(survey, { talk: 10, lost: 10 }, 0, reader))
    expect((await scores(reader)).areas).toMatchObject([
      { name: 'Speaking up', localeName: 'अपनी बात कहना', scores: [{ survey: { name: 'Your goals', localeName: 'आपके लक्ष्य' } }] },
    ])
    expect((await scores()).areas).toEqual([])
  })
})

describe('a completed survey', () => {
  test('raises its event once, in the same transaction', async () => {
    const events: object[] = []
    const { world } = server.app
    const usual = world.domains
    world.domains = [
      ...usual,
      {
        name: 'test',
        listeners: {
          'surveys.completed': async ({ db }, { type: _type, ...event }) => {
            const { completed_at } = await db
              .selectFrom('survey_response')
              .select('completed_at')
              .where('person_id', '=', event.personId)
              .executeTakeFirstOrThrow()
            events.push({ ...event, isCompleted: completed_at !== null })
          },
        },
      },
    ]
    const survey = await buildSurvey(server, { stages: [[makeSurveyQuestion('one')], [makeSurveyQuestion('two')]] })
    replyOf(await send(survey, { one: 'x' }))
    expect(events).toEqual([])
    replyOf(await send(survey, { two: 'x' }, 1))
    replyOf(await send(survey, { two: 'x' }, 1))
    world.domains = usual
    expect(events).toEqual([{ personId: asha, surveyId: survey.id, surveyKey: survey.key, isCompleted: true }])
  })

  test('gives matching the newest answer by criterion', async () => {
    const goals = makeSurveyQuestion('goals', 'MultiChoiceDropDown', {
      criterion: 'goals',
      answerOptions: ['job', 'skill'].map((key) => makeSurveyOption(key)),
    })
    const hours = makeSurveyQuestion('hours', 'Number', { criterion: 'free-hours' })
    const first = await buildSurvey(server, { stages: [[goals, hours], [makeSurveyQuestion('hours', 'Number')]] })
    const later = await buildSurvey(server, { stages: [[makeSurveyQuestion('time', 'Number', { criterion: 'free-hours' })]] })
    expect(await findCriteria(server.db, asha)).toEqual(new Map())
    replyOf(await send(first, { goals: ['skill'], hours: 4 }))
    replyOf(await send(first, { hours: 99 }, 1))
    server.clock.advance(60)
    replyOf(await send(later, { time: 0 }))
    server.clock.reset()
    expect(await findCriteria(server.db, asha)).toEqual(
      new Map<string, unknown>([
        ['goals', ['skill']],
        ['free-hours', 0],
      ]),
    )
    expect(await findCriteria(server.db, await buildTaker())).toEqual(new Map())
  })
})
