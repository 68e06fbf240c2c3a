import { getProfile } from '@saathi/contract/accounts/calls'
import { Role } from '@saathi/contract/accounts/roles'
import { getAnswers, getStage, getSurvey, listSurveys } from '@saathi/contract/surveys/calls'
import { DAY_MS } from '@saathi/contract/core/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { toTexts } from '../../test/quiz-content.ts'
import { replyOf } from '../../test/send-form.ts'
import { recordStatements } from '../../test/statements.ts'
import {
  buildSurvey,
  type BuiltSurvey,
  markSurveyCompleted,
  makeStage,
  makeSurveyOption,
  makeSurveyQuestion,
  sendStage,
  setSurveyFlag,
} from '../../test/surveys.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  // Each test has only the surveys it builds.
  for (const table of ['stage_answer', 'stage_response', 'survey_response'] as const) await server.db.deleteFrom(table).execute()
  await server.db.updateTable('survey').set({ after_survey_id: null }).execute()
  await server.db.deleteFrom('survey').execute()
  asha = await buildTaker()
})

async function buildTaker(changes: Parameters<TestServer['buildPerson']>[0] = {}) {
  const id = await server.buildPerson(changes)
  await setSurveyFlag(server, id)
  return id
}
const fromNow = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS)
const list = async (personId = asha) => (await server.ask(personId, listSurveys, {})).body.surveys
const listedIds = async (personId = asha) => (await list(personId)).map(({ id }) => id)
const profileSurveys = async (personId = asha) => (await server.ask(personId, getProfile, {})).body.status.surveys
const read = (id: number, personId = asha) => server.ask(personId, getSurvey, { params: { id }, query: {} })
const send = (survey: BuiltSurvey, at: number, answers: unknown = {}, personId = asha) =>
  sendStage(server, personId, { survey: survey.id, stage: survey.stages[at] ?? 0 }, { answers })

/** The reply of each call about this survey. */
async function everyCall(survey: BuiltSurvey, personId = asha) {
  const [stage = 0] = survey.stages
  const answers = [
    await read(survey.id, personId),
    await server.ask(personId, getStage, { params: { id: stage } }),
    await server.ask(personId, getAnswers, { query: { survey: String(survey.id) } }),
  ]
  const { status, raw, refusal } = await sendStage(server, personId, { survey: survey.id, stage })
  return [
    ...answers.map(({ status: code, body }) => ({ status: code, said: JSON.stringify(body), code: body.code })),
    { status, said: raw, code: refusal?.code },
  ]
}
async function expectRefused(survey: BuiltSurvey, status: number, code: string, personId = asha) {
  for (const answer of await everyCall(survey, personId)) expect(answer).toMatchObject({ status, code })
}
const nowhere: BuiltSurvey = { id: 2_000_000_000, key: 'nowhere', stages: [2_000_000_000] }

describe('access to surveys', () => {
  test('[SUR-01] requires the flag at "use"; otherwise they are neither listed nor in the profile, and every call is refused', async () => {
    const survey = await buildSurvey(server)
    expect(await listedIds()).toEqual([survey.id])
    expect(await profileSurveys()).toEqual([{ surveyId: survey.id, surveyStatus: 'NOT_STARTED', expPermission: 'use' }])
    for (const flag of ['show', 'off'] as const) {
      await setSurveyFlag(server, asha, flag)
      expect([await listedIds(), await profileSurveys()]).toEqual([[], []])
      await expectRefused(survey, 403, 'surveys.not_yours')
    }
    expect(await server.db.selectFrom('survey_response').selectAll().execute()).toEqual([])
  })

  test.each(Role.options)('[SUR-01] depends on the audience: a %s', async (role) => {
    const person = await buildTaker({ role })
    const surveys = {
      everyone: await buildSurvey(server),
      mentees: await buildSurvey(server, { audience: 'mentees' }),
      mentors: await buildSurvey(server, { audience: 'mentors' }),
    }
    const fitting: Record<string, (keyof typeof surveys)[]> = {
      Mentee: ['everyone', 'mentees'],
      GroupMentee: ['everyone', 'mentees'],
      Mentor: ['everyone', 'mentors'],
      GroupMentor: ['everyone', 'mentors'],
    }
    const expected = (fitting[role] ?? []).map((audience) => surveys[audience].id)
    expect(await listedIds(person)).toEqual(expected)
    expect((await profileSurveys(person)).map(({ surveyId }) => surveyId)).toEqual(expected)
    const isTaker = expected.length > 0
    for (const survey of Object.values(surveys))
      expect((await read(survey.id, person)).status).toBe(expected.includes(survey.id) ? 200 : isTaker ? 404 : 403)
  })

  test('[SUR-01] other audiences, other projects, unpublished surveys and unknown ids get the same error', async () => {
    const { id: projectId } = await server.db
      .insertInto('project')
      .values({ key: `project-${crypto.randomUUID()}`, name: 'Elsewhere', group_type: '1to1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const absent = await everyCall(nowhere)
    expect(absent.map(({ status, code }) => [status, code])).toEqual(absent.map(() => [404, 'surveys.not_found']))
    const notForAsha = [
      await buildSurvey(server, { audience: 'mentors' }),
      await buildSurvey(server, { projectId }),
      await buildSurvey(server, { publishedAt: fromNow(1) }),
    ]
    for (const survey of notForAsha) expect(await everyCall(survey)).toEqual(absent)
    expect(await listedIds()).toEqual([])

    await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', asha).execute()
    expect(await listedIds()).toEqual([notForAsha[1]?.id])
  })

  test('[SUR-01] a follow-up survey opens a number of days after the previous one was completed, to the second', async () => {
    const first = await buildSurvey(server)
    const next = await buildSurvey(server, { after: { surveyId: first.id, days: 30 } })
    expect(await listedIds()).toEqual([first.id])
    await expectRefused(next, 403, 'surveys.not_yours')
    const at = await markSurveyCompleted(server, asha, first)
    await expectRefused(next, 403, 'surveys.not_yours')
    server.clock.set(new Date(at.getTime() + 30 * DAY_MS - 1000))
    expect(await listedIds()).toEqual([first.id])
    server.clock.set(new Date(at.getTime() + 30 * DAY_MS))
    expect(await listedIds()).toEqual([first.id, next.id])
    expect((await read(next.id)).body).toMatchObject({ expPermission: 'use', status: 'NOT_STARTED' })
    server.clock.reset()
    expect(await listedIds(await buildTaker())).toEqual([first.id])
  })

  test('a completed survey stays in the list and in the profile when the flag is removed', async () => {
    const [done] = [await buildSurvey(server), await buildSurvey(server)]
    const at = await markSurveyCompleted(server, asha, done, 3)
    await setSurveyFlag(server, asha, 'show')
    const status = `COMPLETE on ${at.toISOString()}`
    expect(await list()).toMatchObject([{ id: done.id, status, expPermission: 'show' }])
    expect(await profileSurveys()).toEqual([{ surveyId: done.id, surveyStatus: status, expPermission: 'show' }])
  })

  test.each(['show', 'off'] as const)(
    'a completed survey is still readable with the flag at %s, and accepts nothing more',
    async (flag) => {
      const done = await buildSurvey(server)
      await send(done, 0, { why: 'Because.' })
      await setSurveyFlag(server, asha, flag)
      const [survey, stage, answers, sent] = await everyCall(done)
      expect([survey, stage, answers].map((each) => each?.status)).toEqual([200, 200, 200])
      expect(answers?.said).toContain('Because.')
      expect(sent).toMatchObject({ status: 403, code: 'surveys.not_yours' })
    },
  )

  test('signed-out users are refused', async () => {
    const survey = await buildSurvey(server)
    const [stage = 0] = survey.stages
    const replies = [
      await server.ask(null, listSurveys, {}),
      await server.ask(null, getSurvey, { params: { id: survey.id }, query: {} }),
      await server.ask(null, getStage, { params: { id: stage } }),
      await server.ask(null, getAnswers, { query: { survey: String(survey.id) } }),
      await sendStage(server, null, { survey: survey.id, stage }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  })
})

describe('a survey', () => {
  const stages = [
    makeStage(
      [[makeSurveyQuestion('name'), makeSurveyQuestion('shown', 'Text', { disabled: true })], [makeSurveyQuestion('why')]],
      {
        name: toTexts('About you', 'आपके बारे में'),
      },
    ),
    [makeSurveyQuestion('goal')],
  ]

  test('[SUR-07] returns the current stage until it is complete', async () => {
    const survey = await buildSurvey(server, { name: 'Your goals', hindiName: 'आपके लक्ष्य', minutes: 12, stages })
    const [first, second] = survey.stages
    expect((await read(survey.id)).body).toMatchObject({
      id: survey.id,
      name: 'Your goals',
      localeName: 'Your goals',
      minutes: 12,
      status: 'NOT_STARTED',
      closesAt: null,
      isClosed: false,
      answeredQuestions: 0,
      totalQuestions: 3,
      currentStageId: first,
      stageStatus: 'NOT_STARTED',
      stages: [
        { id: first, name: 'About you', status: 'NOT_STARTED', questionCount: 2 },
        { id: second, status: 'NOT_STARTED', questionCount: 1 },
      ],
    })
    const sent = replyOf(await send(survey, 0, { name: 'Asha' }))
    expect(sent).toMatchObject({
      status: 'PARTIAL',
      currentStageId: second,
      stageStatus: 'NOT_STARTED',
      answeredQuestions: 1,
      stages: [{ status: 'COMPLETE' }, { status: 'NOT_STARTED' }],
    })
    expect((await read(survey.id)).body).toEqual(sent)
    expect(await profileSurveys()).toMatchObject([{ surveyStatus: 'ONGOING' }])
    const done = replyOf(await send(survey, 1, { goal: 'A job' }))
    expect(done).toMatchObject({
      status: `COMPLETE on ${(await completedAt(survey))?.toISOString()}`,
      currentStageId: null,
      stageStatus: 'COMPLETE',
      answeredQuestions: 2,
    })
    expect((await profileSurveys())[0]?.surveyStatus).toBe(done.status)
  })
  const completedAt = async ({ id }: BuiltSurvey) => {
    const row = server.db.selectFrom('survey_response').select('completed_at').where('survey_id', '=', id)
    return (await row.where('person_id', '=', asha).executeTakeFirstOrThrow()).completed_at
  }

  test('is in the reader’s language', async () => {
    const reader = await buildTaker({ language: 'hi' })
    const survey = await buildSurvey(server, { name: 'Your goals', hindiName: 'आपके लक्ष्य', stages })
    expect((await read(survey.id, reader)).body).toMatchObject({
      name: 'Your goals',
      localeName: 'आपके लक्ष्य',
      stages: [{ name: 'About you', localeName: 'आपके बारे में' }, {}],
    })
    expect((await read(nowhere.id, reader)).body).toMatchObject({ message: 'ऐसा कोई सर्वे नहीं है।' })
  })

  test('that is closed is still readable, and no longer listed as open', async () => {
    const survey = await buildSurvey(server, { stages, closesAt: fromNow(2) })
    replyOf(await send(survey, 0, { name: 'Asha' }))
    server.clock.set(fromNow(2))
    expect((await read(survey.id)).body).toMatchObject({ isClosed: true, status: 'PARTIAL' })
    expect(await list()).toMatchObject([{ id: survey.id, isClosed: true }])
    expect(await profileSurveys()).toEqual([])
    expect((await server.ask(asha, getAnswers, { query: { survey: String(survey.id) } })).body.stages).toMatchObject([
      { answers: [{ questionKey: 'name', answer: 'Asha' }] },
      {},
    ])
    expect((await server.ask(asha, getStage, { params: { id: survey.stages[1] ?? 0 } })).status).toBe(200)
    server.clock.reset()
  })

  test('that was completed before it closed is complete in the profile', async () => {
    const survey = await buildSurvey(server, { closesAt: fromNow(2) })
    await markSurveyCompleted(server, asha, survey)
    server.clock.set(fromNow(3))
    expect(await profileSurveys()).toMatchObject([{ surveyId: survey.id, surveyStatus: expect.stringMatching(/^COMPLETE on /) }])
    server.clock.reset()
  })

  test('the profile reads surveys and scores in one query, for any number of surveys', async () => {
    const { statementsOf } = recordStatements(server)
    const about = (statements: string[]) =>
      statements.filter((text) => /survey|readiness/.test(text.replaceAll('"experience"."survey"', '')))
    await buildSurvey(server, { stages })
    await profileSurveys()
    const one = about(await statementsOf(() => profileSurveys()))
    for (let more = 0; more < 5; more += 1) await buildSurvey(server, { stages })
    const six = about(await statementsOf(() => profileSurveys()))
    expect([one.length, six.length]).toEqual([1, 1])
  })
})

describe('a stage', () => {
  test('comes with its pages, questions and position, and without areas and tags', async () => {
    const pick = makeSurveyQuestion('pick', 'SingleChoiceRadio', {
      criterion: 'goals',
      answerOptions: [makeSurveyOption('first', { tag: 'secret-tag' }), makeSurveyOption('second')],
    })
    const mood = makeSurveyQuestion('mood', 'Scale', { readiness: 'secret-area' })
    const survey = await buildSurvey(server, { stages: [[makeSurveyQuestion('name')], makeStage([[pick], [mood]])] })
    const [, second = 0] = survey.stages
    const { status, body } = await server.ask(asha, getStage, { params: { id: second } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: second,
      surveyId: survey.id,
      number: 2,
      total: 2,
      pages: [
        { title: 'Page 1', questions: [{ key: 'pick', pageNumber: 1, displayOrder: 1, answerOptions: [{ key: 'first' }, {}] }] },
        { title: 'Page 2', questions: [{ key: 'mood', pageNumber: 2, displayOrder: 1 }] },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/secret|criterion|readiness/)
  })

  test('that the programme has removed is gone', async () => {
    const survey = await buildSurvey(server, { stages: [[makeSurveyQuestion('name')], [makeSurveyQuestion('why')]] })
    const [first, second = 0] = survey.stages
    await server.db.updateTable('survey_stage').set({ position: null }).where('id', '=', second).execute()
    expect((await server.ask(asha, getStage, { params: { id: second } })).status).toBe(404)
    expect((await read(survey.id)).body).toMatchObject({ stages: [{ id: first }], totalQuestions: 1 })
    expect(replyOf(await send(survey, 0)).status).toMatch(/^COMPLETE on /)
  })

  test('[SUR-07] that is removed after the others were submitted leaves a survey that can be finished', async () => {
    const must = makeSurveyQuestion('must', 'Text', { mandatory: true })
    const survey = await buildSurvey(server, { stages: [[must, makeSurveyQuestion('free')], [makeSurveyQuestion('why')]] })
    const [first, second = 0] = survey.stages
    await send(survey, 0, { must: 'Yes' })
    await server.db.updateTable('survey_stage').set({ position: null }).where('id', '=', second).execute()
    expect((await read(survey.id)).body).toMatchObject({
      status: 'PARTIAL',
      currentStageId: first,
      stageStatus: 'COMPLETE',
      stages: [{ id: first, status: 'COMPLETE' }],
    })
    expect(replyOf(await send(survey, 0))).toMatchObject({
      status: expect.stringMatching(/^COMPLETE on /),
      currentStageId: null,
      stageStatus: 'COMPLETE',
      answeredQuestions: 1,
    })
    expect(await profileSurveys()).toMatchObject([{ surveyStatus: expect.stringMatching(/^COMPLETE on /) }])
  })
})
