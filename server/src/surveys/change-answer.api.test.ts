import { changeAnswer, getAnswers } from '@saathi/contract/surveys/calls'
import { DAY_SECONDS } from '@saathi/contract/core/time'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import {
  buildSurvey,
  type BuiltSurvey,
  makeStage,
  makeSurveyOption,
  makeSurveyQuestion,
  sendStage,
  setSurveyFlag,
} from '../../test/surveys.ts'

let server: TestServer
let asha: number
let survey: BuiltSurvey
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  server.clock.reset()
  asha = await buildTaker()
  const options = ['weekdays', 'weekends'].map((key) => makeSurveyOption(key))
  survey = await buildSurvey(server, {
    stages: [
      [
        makeSurveyQuestion('hours', 'Number', { mandatory: true, criterion: 'free-hours' }),
        makeSurveyQuestion('days', 'SingleChoiceRadio', { answerOptions: options }),
        makeSurveyQuestion('why'),
        makeSurveyQuestion('calm', 'AgreeabilityFiveOptions', { readiness: 'calm' }),
        makeSurveyQuestion('paper', 'Document'),
        makeSurveyQuestion('secret', 'Password'),
        makeSurveyQuestion('closed', 'Text', { disabled: true }),
      ],
      [makeSurveyQuestion('more')],
    ],
  })
  await server.db
    .insertInto('readiness_area')
    .values({ key: 'calm', position: 1, name: JSON.stringify({ text: 'Calm', translations: {} }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  expect((await sendStage(server, asha, placeOf(0), { answers: { hours: 2, why: 'Because.', calm: 4 } })).status).toBe(200)
})

async function buildTaker() {
  const id = await server.buildPerson()
  await setSurveyFlag(server, id)
  return id
}
const placeOf = (at: number) => ({ survey: survey.id, stage: survey.stages[at] ?? 0 })
const change = (questionKey: string, answer: string | number | string[] | null, at = 0, personId: number | null = asha) =>
  server.ask(personId, changeAnswer, { body: { ...placeOf(at), questionKey, answer } })
async function answersOf(personId = asha) {
  const { body } = await server.ask(personId, getAnswers, { query: { survey: String(survey.id) } })
  return Object.fromEntries(body.stages[0]?.answers.map(({ questionKey, answer }) => [questionKey, answer]) ?? [])
}

describe('a submitted answer', () => {
  test('can be changed unless it is scored, and the reply says which', async () => {
    const { body } = await server.ask(asha, getAnswers, { query: { survey: String(survey.id) } })
    expect(body.stages.map(({ changeable }) => changeable)).toEqual([['hours', 'days', 'why'], []])
    server.clock.advance(DAY_SECONDS)
    const changed = await change('hours', '6')
    expect(changed).toMatchObject({ status: 200, body: { stage: placeOf(0).stage, changeable: ['hours', 'days', 'why'] } })
    const [first, second] = changed.body.answers
    expect(first).toMatchObject({ questionKey: 'hours', answer: 6 })
    expect(Date.parse(first?.answeredAt ?? '') - Date.parse(second?.answeredAt ?? '')).toBeGreaterThanOrEqual(DAY_SECONDS * 1000)
    expect(await answersOf()).toEqual({ hours: 6, why: 'Because.', calm: 4 })
    expect(server.delivered).toContainEqual({ to: [asha], event: { type: 'surveys.survey_changed', survey: survey.id } })
  })

  test('can be added where it was missing, and removed where it is optional', async () => {
    expect((await change('days', 'weekends')).status).toBe(200)
    expect((await change('why', null)).status).toBe(200)
    expect(await answersOf()).toEqual({ hours: 2, days: 'weekends', calm: 4 })
  })

  test('is validated as at submission', async () => {
    const rejected = { status: 422, body: { code: 'surveys.answers_rejected' } }
    expect(await change('hours', 'many')).toMatchObject({ ...rejected, body: { errors: { hours: ['mustBeNumeric'] } } })
    expect(await change('hours', null)).toMatchObject(rejected)
    expect(await change('days', 'someday')).toMatchObject(rejected)
    expect(await answersOf()).toEqual({ hours: 2, why: 'Because.', calm: 4 })
  })

  test.each(['calm', 'paper', 'secret', 'closed', 'no-such-question'])('%s cannot be changed', async (key) => {
    expect(await change(key, 'x')).toMatchObject({ status: 409, body: { code: 'surveys.answer_fixed' } })
  })

  test('cannot be changed before its stage is submitted', async () => {
    expect(await change('more', 'Much.', 1)).toMatchObject({ status: 409, body: { code: 'surveys.answer_fixed' } })
  })

  test('can be changed only by its owner', async () => {
    expect((await change('hours', 9, 0, null)).status).toBe(401)
    const ravi = await buildTaker()
    expect(await change('hours', 9, 0, ravi)).toMatchObject({ status: 409, body: { code: 'surveys.answer_fixed' } })
    expect(await answersOf()).toMatchObject({ hours: 2 })
    const elsewhere = await buildSurvey(server)
    const body = { survey: survey.id, stage: elsewhere.stages[0] ?? 0, questionKey: 'why', answer: 'x' }
    expect(await server.ask(asha, changeAnswer, { body })).toMatchObject({
      status: 422,
      body: { code: 'surveys.stage_elsewhere' },
    })
  })

  test('can be changed after the survey has closed', async () => {
    const closing = await buildSurvey(server, {
      closesAt: new Date(server.clock.now().getTime() + DAY_SECONDS * 1000),
      stages: [makeStage([[makeSurveyQuestion('hours', 'Number')]])],
    })
    const place = { survey: closing.id, stage: closing.stages[0] ?? 0 }
    await sendStage(server, asha, place, { answers: { hours: 1 } })
    server.clock.advance(2 * DAY_SECONDS)
    const body = { ...place, questionKey: 'hours', answer: 3 }
    expect((await server.ask(asha, changeAnswer, { body })).status).toBe(200)
  })
})
