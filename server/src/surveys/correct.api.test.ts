import { exportOwnData } from '@saathi/contract/accounts/calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { getAnswers } from '@saathi/contract/surveys/calls'
import { getReadiness } from '@saathi/contract/surveys/readiness-calls'
import { correctAnswer, getPersonAnswers } from '@saathi/contract/surveys/staff-calls'
import { DAY_SECONDS } from '@saathi/contract/core/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import {
  buildSurvey,
  type BuiltSurvey,
  makeSurveyOption,
  makeSurveyQuestion,
  sendStage,
  setSurveyFlag,
} from '../../test/surveys.ts'
import { findCriteria } from './feeds.ts'

let server: TestServer
let admin: number
let asha: number
let survey: BuiltSurvey
const reason = 'She told me on the phone'
const ABSENT = 2_000_000_000

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, admin)
  const area = { key: 'calm', position: 1, name: JSON.stringify({ text: 'Calm', locales: {} }) }
  await server.db.insertInto('readiness_area').values(area).execute()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.reset()
  await markSecondFactor(server, admin)
  asha = await server.buildPerson()
  await setSurveyFlag(server, asha)
  const answerOptions = ['weekdays', 'weekends'].map((key) => makeSurveyOption(key))
  survey = await buildSurvey(server, {
    name: 'First steps',
    stages: [
      [
        makeSurveyQuestion('hours', 'Number', { mandatory: true, criterion: 'free-hours' }),
        makeSurveyQuestion('days', 'SingleChoiceRadio', { answerOptions }),
        makeSurveyQuestion('calm', 'AgreeabilityFiveOptions', { readiness: 'calm' }),
        makeSurveyQuestion('secret', 'Password'),
        makeSurveyQuestion('paper', 'Document'),
        makeSurveyQuestion('closed', 'Text', { disabled: true }),
      ],
    ],
  })
  const place = { survey: survey.id, stage: stage() }
  const sent = await sendStage(server, asha, place, { answers: { hours: 2, days: 'weekdays', calm: 5, secret: 'hush-hush' } })
  expect(sent.status).toBe(200)
})

const stage = () => survey.stages[0] ?? 0
const read = (who: number | null, personId = asha) =>
  server.ask(who, getPersonAnswers, { params: { personId }, query: { reason } })
const correct = (questionKey: string, answer: string | number | null, who: number | null = admin, personId = asha) =>
  server.ask(who, correctAnswer, { params: { personId }, body: { stage: stage(), questionKey, answer, reason } })
const ownAnswers = async () => {
  const { body } = await server.ask(asha, getAnswers, { query: { survey: String(survey.id) } })
  return Object.fromEntries(body.stages[0]?.answers.map(({ questionKey, answer }) => [questionKey, answer]) ?? [])
}
const scores = async () => (await server.ask(asha, getReadiness, {})).body.areas.map(({ scores: [first] }) => first)

describe('[STF-08] survey answers', () => {
  test('are read with a reason that the person sees, without passwords and files', async () => {
    const { status, body } = await read(admin)
    expect(status).toBe(200)
    expect(body.surveys).toMatchObject([{ name: 'First steps', isComplete: true }])
    const found = body.surveys[0]?.answers.map(({ question, answer, isScored }) => [question.key, answer, isScored])
    expect(found).toEqual([
      ['hours', 2, false],
      ['days', 'weekdays', false],
      ['calm', 5, true],
    ])
    expect(JSON.stringify(body)).not.toContain('hush')
    const { looks } = (await server.ask(asha, listLooksAtMe, { query: {} })).body
    expect(looks).toMatchObject([{ what: 'opened_answers', reason }])
    const unreasoned = { params: { personId: asha }, query: { reason: '' } }
    expect((await server.ask(admin, getPersonAnswers, unreasoned)).status).toBe(400)
  })

  test('are corrected for matching; the person is notified and has both values in their data', async () => {
    server.clock.advance(DAY_SECONDS)
    await markSecondFactor(server, admin)
    expect((await correct('hours', '6')).body).toEqual({ answer: 6 })
    expect(await ownAnswers()).toMatchObject({ hours: 6 })
    expect((await findCriteria(server.db, asha)).get('free-hours')).toBe(6)
    const notices = async () =>
      (await server.ask(asha, listNotices, { query: {} })).body.notices.filter(({ title }) => title.includes('corrected'))
    expect(await notices()).toMatchObject([{ text: 'Our team corrected an answer in the survey First steps.', link: '/profile' }])
    server.clock.reset()
    await markSecondFactor(server, admin)
    const surveys = (await server.ask(asha, exportOwnData, { body: {} })).body.parts['surveys']
    expect(surveys).toMatchObject({ corrections: [{ survey: 'First steps', before: 2, after: 6, reason }] })
    expect((await read(admin)).body.corrections).toMatchObject([{ before: 2, after: 6, reason, by: expect.any(String) }])
    const { looks } = (await server.ask(asha, listLooksAtMe, { query: {} })).body
    expect(looks.map(({ what }) => what)).toContain('corrected_answer')
    // The same again changes nothing and says nothing.
    expect((await correct('hours', 6)).status).toBe(200)
    expect(await notices()).toHaveLength(1)
    expect((await read(admin)).body.corrections).toHaveLength(1)
  })

  test('that are scored are scored again, as of the day of the survey', async () => {
    const [before] = await scores()
    expect(before?.score).toBe(100)
    server.clock.advance(DAY_SECONDS)
    await markSecondFactor(server, admin)
    await correct('calm', 1)
    expect(await scores()).toEqual([{ ...before, score: 0 }])
    await correct('calm', null)
    expect(await scores()).toEqual([])
  })

  test('are checked like those of the person', async () => {
    expect(await correct('hours', 'many')).toMatchObject({ status: 422, body: { errors: { hours: ['mustBeNumeric'] } } })
    expect(await correct('hours', null)).toMatchObject({ status: 422, body: { code: 'surveys.answers_rejected' } })
    for (const key of ['secret', 'paper', 'closed', 'no-such-question']) {
      expect(await correct(key, 'x')).toMatchObject({ status: 409, body: { code: 'surveys.answer_fixed' } })
    }
    const elsewhere = await buildSurvey(server)
    const body = { stage: elsewhere.stages[0] ?? 0, questionKey: 'why', answer: 'x', reason }
    const foreign = await server.ask(admin, correctAnswer, { params: { personId: asha }, body })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'surveys.not_found' } })
    expect(await ownAnswers()).toMatchObject({ hours: 2, days: 'weekdays', calm: 5 })
  })

  test('are for people with the right in the programme of the person', async () => {
    const manager = await server.buildPerson({ role: 'ProgramManager' })
    await markSecondFactor(server, manager)
    const programme = server.db.insertInto('project').values({ key: 'another', name: 'Another', group_type: '1to1' })
    const { id: projectId } = await programme.returning('id').executeTakeFirstOrThrow()
    await server.db.updateTable('staff_right').set({ project_id: projectId }).where('person_id', '=', manager).execute()
    const lead = await server.buildPerson({ role: 'SafeguardingLead' })
    await markSecondFactor(server, lead)
    const absent = await read(admin, ABSENT)
    expect(absent).toMatchObject({ status: 404, body: { code: 'accounts.person_not_found' } })
    expect((await read(manager)).body).toEqual(absent.body)
    expect((await correct('hours', 6, manager)).body).toEqual(absent.body)
    expect((await correct('hours', 6, admin, ABSENT)).body).toEqual(absent.body)
    const statuses = [await read(lead), await read(asha), await read(null), await correct('hours', 6, null)]
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 401, 401])
    // Refused looks are not shown as looks.
    expect((await server.ask(asha, listLooksAtMe, { query: {} })).body.looks).toEqual([])
    expect(await ownAnswers()).toMatchObject({ hours: 2 })
    await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', asha).execute()
    expect((await read(manager)).status).toBe(200)
  })
})
