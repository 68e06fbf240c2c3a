import { randomUUID } from 'node:crypto'
import { getAnswers, sendAnswers } from '@saathi/contract/surveys/calls'
import { QuestionType } from '@saathi/contract/questions/entities'
import { DAY_MS } from '@saathi/contract/core/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { type Part, sendForm, replyOf } from '../../test/send-form.ts'
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
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 100 })
})
afterAll(() => server.stop())
beforeEach(async () => {
  asha = await buildTaker()
})

async function buildTaker() {
  const id = await server.buildPerson()
  await setSurveyFlag(server, id)
  return id
}
type Given = NonNullable<Parameters<typeof sendStage>[3]>
const send = (survey: BuiltSurvey, at: number, given: Given = {}, personId = asha) =>
  sendStage(server, personId, { survey: survey.id, stage: survey.stages[at] ?? 0 }, given)
const stored = async (personId = asha) => {
  const rows = await server.db.selectFrom('stage_answer').selectAll().where('person_id', '=', personId).execute()
  return Object.fromEntries(rows.map(({ question_key, answer }) => [question_key, answer]))
}
const rowsOf = async (personId = asha) => ({
  surveys: (await server.db.selectFrom('survey_response').selectAll().where('person_id', '=', personId).execute()).length,
  stages: (await server.db.selectFrom('stage_response').selectAll().where('person_id', '=', personId).execute()).length,
  answers: (await server.db.selectFrom('stage_answer').selectAll().where('person_id', '=', personId).execute()).length,
})
const nothing = { surveys: 0, stages: 0, answers: 0 }
const answersOf = async (survey: BuiltSurvey, at: number, personId = asha) =>
  (await server.ask(personId, getAnswers, { query: { survey: String(survey.id), stage: String(survey.stages[at]) } })).body
    .answers
const rejected = (errors: Record<string, string>) => ({
  status: 422,
  refusal: {
    code: 'surveys.answers_rejected',
    errors: Object.fromEntries(Object.entries(errors).map(([key, code]) => [key, [code]])),
  },
})
const must = { mandatory: true }
const options = ['first', 'second', 'third'].map((key) => makeSurveyOption(key))

describe('accepted answers', () => {
  const questions = [
    makeSurveyQuestion('name', 'Text', must),
    makeSurveyQuestion('age', 'Number'),
    makeSurveyQuestion('many', 'MultiChoiceDropDown', { answerOptions: options }),
    makeSurveyQuestion('mood', 'AgreeabilityFiveOptions'),
    makeSurveyQuestion('word', 'Password'),
    makeSurveyQuestion('later', 'Hologram', must),
    makeSurveyQuestion('shut', 'Text', { ...must, disabled: true }),
  ]
  const kept = { name: 'Asha', age: 19, many: ['first', 'third'], mood: 4 }

  test.each<[string, Given]>([
    ['as a map', { answers: { name: ' Asha ', age: '19', many: ['third', 'first'], mood: '4' } }],
    ['as the text of a map', { answers: JSON.stringify({ name: 'Asha', age: 19, many: ['first', 'third'], mood: 4 }) }],
    ['each in a part of its own', { answers: { many: ['first', 'third'] }, parts: { name: 'Asha', age: '19', mood: '4' } }],
    ['with the map before the parts', { answers: kept, parts: { name: 'Ravi', age: '91' } }],
  ])('[SUR-06] %s, as numbers, keys and texts', async (_how, given) => {
    const survey = await buildSurvey(server, { stages: [questions] })
    expect(replyOf(await send(survey, 0, given)).status).toMatch(/^COMPLETE on /)
    expect(await stored()).toEqual(kept)
    expect(await rowsOf()).toEqual({ surveys: 1, stages: 1, answers: 4 })
  })

  test('[SUR-06] an empty answer is not stored, and a stage without mandatory questions may be submitted empty', async () => {
    const survey = await buildSurvey(server, { stages: [[makeSurveyQuestion('why'), makeSurveyQuestion('age', 'Number')]] })
    expect(replyOf(await send(survey, 0, { answers: { why: '  ', age: '' } })).status).toMatch(/^COMPLETE on /)
    expect(await rowsOf()).toEqual({ surveys: 1, stages: 1, answers: 0 })
  })

  test('zero and a negative step are answers', async () => {
    const steps = [-1, 0, 1].map((option) => ({ option, label: { text: String(option), locales: {} } }))
    const scale = makeSurveyQuestion('mood', 'Scale', {
      ...must,
      scaleQuestionnaire: { sorting: 'descending', options: steps },
    })
    const survey = await buildSurvey(server, { stages: [[scale, makeSurveyQuestion('count', 'Number', must)]] })
    replyOf(await send(survey, 0, { answers: { mood: 0, count: '0' } }))
    expect(await stored()).toEqual({ mood: 0, count: 0 })
  })

  test('a password is stored only as given, and a second one changes nothing', async () => {
    const survey = await buildSurvey(server, { stages: [questions, [makeSurveyQuestion('why')]] })
    replyOf(await send(survey, 0, { answers: { name: 'Asha', word: 'Hidden@2026' } }))
    expect(await stored()).toEqual({ name: 'Asha', word: true })
    expect(await answersOf(survey, 0)).toMatchObject([{ questionKey: 'name' }, { questionKey: 'word', answer: true }])
    replyOf(await send(survey, 0, { answers: { word: 'Other@2026' } }))
    const { rows } = await server.pool.query(`select string_agg(stage_answer::text, ' ') as text from stage_answer`)
    expect(String(rows[0].text)).not.toMatch(/Hidden|Other/)
  })

  test('are pushed only to the person’s own tabs', async () => {
    const survey = await buildSurvey(server, { stages: [[makeSurveyQuestion('why')], [makeSurveyQuestion('how')]] })
    const before = server.delivered.length
    replyOf(await send(survey, 0, { answers: { why: 'Because' } }))
    expect(server.delivered.slice(before)).toEqual([
      { to: [asha], event: { type: 'surveys.survey_changed', survey: survey.id } },
      { to: [asha], event: { type: 'accounts.profile_changed' } },
    ])
    await send(survey, 0, { answers: { why: 'Another' } })
    expect(server.delivered).toHaveLength(before + 2)
  })
})

describe('refused answers store nothing', () => {
  const questions = [
    makeSurveyQuestion('name', 'Text', must),
    makeSurveyQuestion('age', 'Number', must),
    makeSurveyQuestion('pick', 'SingleChoiceRadio', { answerOptions: options }),
    makeSurveyQuestion('day', 'Date'),
    makeSurveyQuestion('many', 'MultiChoiceDropDown', { answerOptions: options }),
  ]

  test('[SUR-06] each error has its question key', async () => {
    const survey = await buildSurvey(server, { stages: [questions] })
    const given = { answers: { age: 'nineteen', pick: 'fourth', day: '2026-02-30', many: 'first', other: 'x' } }
    expect(await send(survey, 0, given)).toMatchObject(
      rejected({
        name: 'fieldIsMandatory',
        age: 'mustBeNumeric',
        pick: 'questions.notAnOption',
        day: 'questions.notADate',
        many: 'questions.wrongKind',
        other: 'questions.notAQuestion',
      }),
    )
    expect(await rowsOf()).toEqual(nothing)
    replyOf(await send(survey, 0, { answers: { name: 'Asha', age: 19 } }))
  })

  test('[SUR-06] also if an answer was sent as a separate part; the texts are in the reader’s language', async () => {
    await server.db.updateTable('person').set({ language_code: 'hi' }).where('id', '=', asha).execute()
    const survey = await buildSurvey(server, { stages: [questions] })
    const { status, refusal } = await send(survey, 0, { parts: { name: 'Asha', age: 'x', elsewhere: 'y' } })
    expect([status, refusal?.errors]).toEqual([422, { age: ['mustBeNumeric'], elsewhere: ['questions.notAQuestion'] }])
    expect(refusal?.message).toBe('कुछ जवाब नहीं लिए जा सके। कृपया उन्हें एक बार फिर देखें।')
  })

  test('[SUR-06] the errors contain all questions, but only some of the unknown keys', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `own-${n}`)
    const pages = [keys.slice(0, 20), keys.slice(20)].map((page) => page.map((key) => makeSurveyQuestion(key, 'Number', must)))
    const survey = await buildSurvey(server, { stages: [makeStage(pages)] })
    const strange = Array.from({ length: 40 }, (_, n) => [`strange-${n}`, 'x'])
    const { status, refusal } = await send(survey, 0, { answers: Object.fromEntries(strange) })
    const reported = Object.keys(refusal?.errors ?? {})
    expect(status).toBe(422)
    expect(reported.filter((key) => key.startsWith('own-'))).toEqual(keys)
    expect(reported.filter((key) => key.startsWith('strange-'))).toHaveLength(20)
  })

  test('a question of another stage is unknown', async () => {
    const survey = await buildSurvey(server, { stages: [[makeSurveyQuestion('why')], [makeSurveyQuestion('how')]] })
    expect(await send(survey, 0, { answers: { how: 'x' } })).toMatchObject(rejected({ how: 'questions.notAQuestion' }))
    expect(await rowsOf()).toEqual(nothing)
  })

  test.each(QuestionType.options)('nothing invalid for a %s is accepted', async (type) => {
    const survey = await buildSurvey(server, { stages: [[makeSurveyQuestion('asked', type, { answerOptions: options })]] })
    const { status, refusal } = await send(survey, 0, { answers: { asked: { text: 'x' } } })
    expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['asked']])
    expect(await rowsOf()).toEqual(nothing)
  })

  test('malformed submissions: no data, not an object, a thousand answers, invalid ids', async () => {
    const survey = await buildSurvey(server, { stages: [questions] })
    const [stage = 0] = survey.stages
    const form = (...parts: (readonly [string, Part])[]) => sendForm(server, sendAnswers, asha, parts)
    const bad = (field: string) => ({
      status: 400,
      refusal: { code: 'core.bad_input', errors: { [field]: [expect.any(String)] } },
    })
    expect(await form(['name', 'Asha'])).toMatchObject(bad('data'))
    expect(await form(['data', '{'])).toMatchObject(bad('data'))
    expect(await send(survey, 0, { answers: '[1]' })).toMatchObject(bad('data.answers'))
    const thousand = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`q-${at}`, 'x']))
    expect(await send(survey, 0, { answers: thousand })).toMatchObject(bad('data.answers'))
    expect(await send(survey, 0, { answers: JSON.stringify(thousand) })).toMatchObject(bad('data.answers'))
    for (const id of ['1', 0, 1.5, null])
      expect(await form(['data', JSON.stringify({ survey: survey.id, stage: id })])).toMatchObject(bad('data.stage'))
    expect(await form(['data', JSON.stringify({ survey: survey.id, stage, person: 1 })])).toMatchObject(bad('data.person'))
    expect(await rowsOf()).toEqual(nothing)
  })
})

describe('stages', () => {
  const stages = () => ['one', 'two', 'three'].map((key) => [makeSurveyQuestion(key, 'Text', must)])

  test('[SUR-07] are taken in order: a later one is refused with the current one', async () => {
    const survey = await buildSurvey(server, { stages: stages() })
    const early = await send(survey, 1, { answers: { two: 'x' } })
    expect([early.status, early.refusal?.code]).toEqual([409, 'surveys.stage_order'])
    expect(early.refusal?.errors).toEqual({ current_stage_id: [String(survey.stages[0])] })
    expect(await rowsOf()).toEqual(nothing)
    replyOf(await send(survey, 0, { answers: { one: 'x' } }))
    expect((await send(survey, 2, { answers: { three: 'x' } })).refusal?.errors).toEqual({
      current_stage_id: [String(survey.stages[1])],
    })
  })

  test('[SUR-07] continue where they stopped, also in another session, and the last one completes the survey', async () => {
    const survey = await buildSurvey(server, { stages: stages() })
    for (const [at, key] of ['one', 'two', 'three'].entries()) {
      const state = replyOf(await send(survey, at, { answers: { [key]: 'x' } }))
      expect(state.currentStageId).toBe(survey.stages[at + 1] ?? null)
      expect(state.status.startsWith('COMPLETE')).toBe(at === 2)
    }
    expect(await rowsOf()).toEqual({ surveys: 1, stages: 3, answers: 3 })
  })

  test('[SUR-07] a failed transaction leaves no partial stage behind', async () => {
    const survey = await buildSurvey(server, { stages: [[makeSurveyQuestion('why')]] })
    await server.pool.query(
      `create function refuse_once() returns trigger language plpgsql as 'begin raise exception ''cut off''; end'`,
    )
    await server.pool.query('create trigger cut_off before insert on stage_response for each row execute function refuse_once()')
    expect((await send(survey, 0, { answers: { why: 'x' } })).status).toBe(500)
    await server.pool.query('drop trigger cut_off on stage_response')
    await server.pool.query('drop function refuse_once')
    expect(await rowsOf()).toEqual(nothing)
    replyOf(await send(survey, 0, { answers: { why: 'x' } }))
  })

  test('of another survey and unknown ones get the same error', async () => {
    const [survey, other] = [await buildSurvey(server), await buildSurvey(server)]
    const submit = (stage: number) => sendStage(server, asha, { survey: survey.id, stage })
    const elsewhere = await submit(other.stages[0] ?? 0)
    expect(elsewhere).toMatchObject({
      status: 422,
      refusal: { code: 'surveys.stage_elsewhere', errors: { stage: [expect.any(String)] } },
    })
    expect((await submit(2_000_000_000)).raw).toBe(elsewhere.raw)
    const query = { survey: String(survey.id), stage: String(other.stages[0]) }
    expect(await server.ask(asha, getAnswers, { query })).toMatchObject({
      status: 422,
      body: { code: 'surveys.stage_elsewhere' },
    })
    expect(await rowsOf()).toEqual(nothing)
  })

  test('of a closed survey are refused by the server’s clock, to the second, and never complete it', async () => {
    const closesAt = new Date(server.clock.now().getTime() + DAY_MS)
    const survey = await buildSurvey(server, { stages: stages().slice(0, 2), closesAt })
    server.clock.set(new Date(closesAt.getTime() - 1000))
    replyOf(await send(survey, 0, { answers: { one: 'x' } }))
    server.clock.set(closesAt)
    for (const at of [0, 1])
      expect(await send(survey, at, { answers: {} })).toMatchObject({ status: 410, refusal: { code: 'surveys.closed' } })
    server.clock.reset()
    expect(await rowsOf()).toEqual({ surveys: 1, stages: 1, answers: 1 })
  })
})

describe('the first answer is final', () => {
  const two = () =>
    buildSurvey(server, {
      stages: [
        [
          makeSurveyQuestion('name', 'Text', must),
          makeSurveyQuestion('many', 'MultiChoiceDropDown', { answerOptions: options }),
          makeSurveyQuestion('open'),
        ],
        [makeSurveyQuestion('why')],
      ],
    })
  const first = { name: 'Asha', many: ['first', 'second'] }

  test('[SUR-04] the same answer again changes nothing; another one, or one that was left out, is refused', async () => {
    const survey = await two()
    const state = replyOf(await send(survey, 0, { answers: first }))
    const deliveredBefore = server.delivered.length
    expect(replyOf(await send(survey, 0, { answers: { name: ' Asha ', many: ['second', 'first'] } }))).toEqual(state)
    expect(replyOf(await send(survey, 0))).toEqual(state)
    expect(server.delivered).toHaveLength(deliveredBefore)
    for (const [key, value] of [
      ['name', 'Ravi'],
      ['name', 7],
      ['many', ['first']],
      ['open', 'now'],
    ] as const)
      expect(await send(survey, 0, { answers: { ...first, [key]: value } })).toMatchObject(
        rejected({ [key]: 'questions.alreadyAnswered' }),
      )
    expect(await stored()).toEqual(first)
  })

  test('[SUR-04] in an unsubmitted stage, a question with a stored answer is not mandatory again and its answer is not overwritten', async () => {
    const survey = await two()
    const [stage = 0] = survey.stages
    const at = server.clock.now()
    await server.db
      .insertInto('stage_answer')
      .values({ person_id: asha, stage_id: stage, question_key: 'name', answer: JSON.stringify('Asha'), answered_at: at })
      .execute()
    expect(await send(survey, 0, { answers: { name: 'Ravi' } })).toMatchObject(rejected({ name: 'questions.alreadyAnswered' }))
    replyOf(await send(survey, 0, { answers: { open: 'now' } }))
    expect(await stored()).toEqual({ name: 'Asha', open: 'now' })
  })

  test('two tabs that submit the same stage at once: one is stored, the other refused, and nothing is doubled', async () => {
    const survey = await two()
    for (const [at, key] of ['name', 'why'].entries()) {
      const tabs = await Promise.all(
        Array.from({ length: 8 }, (_, tab) => send(survey, at, { answers: { [key]: `Tab ${tab}` } })),
      )
      expect(tabs.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
      const refusals = tabs.flatMap(({ refusal }) => (refusal ? [refusal.errors] : []))
      expect(refusals).toEqual(refusals.map(() => ({ [key]: ['questions.alreadyAnswered'] })))
      expect(await rowsOf()).toEqual({ surveys: 1, stages: at + 1, answers: at + 1 })
    }
  })

  test('two tabs with the same answers both succeed', async () => {
    const survey = await buildSurvey(server)
    const tabs = await Promise.all(Array.from({ length: 8 }, () => send(survey, 0, { answers: { why: 'Because' } })))
    for (const tab of tabs) expect(replyOf(tab).status).toMatch(/^COMPLETE on /)
    expect(await rowsOf()).toEqual({ surveys: 1, stages: 1, answers: 1 })
    const changes = server.delivered.filter(({ event }) => event.type === 'surveys.survey_changed' && event.survey === survey.id)
    expect(changes).toHaveLength(1)
  })

  test('a retried request gets the first reply again, and its key cannot be used for something else', async () => {
    const survey = await two()
    const given = { answers: first, key: randomUUID() }
    const state = replyOf(await send(survey, 0, given))
    replyOf(await send(survey, 1, { answers: { why: 'x' } }))
    expect(replyOf(await send(survey, 0, given))).toEqual(state)
    expect(await send(survey, 0, { ...given, answers: { name: 'Ravi' } })).toMatchObject({
      status: 409,
      refusal: { code: 'core.idempotency_key_reused' },
    })
  })

  test('is readable only by its owner, per stage or for the whole survey', async () => {
    const survey = await two()
    const ravi = await buildTaker()
    replyOf(await send(survey, 0, { answers: first }))
    replyOf(await send(survey, 0, { answers: { name: 'Ravi' } }, ravi))
    const [one = 0, last = 0] = survey.stages
    const own = [
      { questionKey: 'name', answer: 'Asha', answeredAt: expect.any(String) },
      { questionKey: 'many', answer: ['first', 'second'], answeredAt: expect.any(String) },
    ]
    const query = { survey: String(survey.id) }
    expect((await server.ask(asha, getAnswers, { query })).body).toEqual({
      survey: survey.id,
      stages: [
        { stage: one, answers: own, changeable: ['name', 'many', 'open'] },
        { stage: last, answers: [], changeable: [] },
      ],
      answers: [],
    })
    expect((await server.ask(asha, getAnswers, { query: { ...query, stage: String(one) } })).body).toEqual({
      survey: survey.id,
      stages: [{ stage: one, answers: own, changeable: ['name', 'many', 'open'] }],
      answers: own,
    })
    expect((await answersOf(survey, 0, ravi)).map(({ answer }) => answer)).toEqual(['Ravi'])
    const headers = { authorization: `Bearer ${await server.tokenFor(ravi)}` }
    const url = `${getAnswers.path}?survey=${survey.id}&person=${asha}`
    expect((await server.app.inject({ url, headers })).statusCode).toBe(400)
  })
})
