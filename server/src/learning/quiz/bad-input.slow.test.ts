import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoredQuestion } from '#content/question-content.ts'
import { poisoned, prototypeKeys } from '../../../test/fuzz/hostile-values.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession } from '../../../test/hub-sessions.ts'
import { makeOption, makeQuestion, makeQuiz, quizItem } from '../../../test/quiz-content.ts'
import { type QuizRef, sendAnswers, sendQuizForm, replyOf } from '../../../test/send-answers.ts'

let server: TestServer
let asha: number
let place: QuizRef
beforeAll(async () => {
  server = await sharedServer()
})

const options = ['1', 'second'].map((key) => makeOption(key))
const questions: StoredQuestion[] = [
  makeQuestion('name', 'Text', { mandatory: true }),
  makeQuestion('story', 'TextBox'),
  makeQuestion('age', 'Number'),
  makeQuestion('day', 'Date'),
  makeQuestion('phone', 'PhoneNumber'),
  makeQuestion('pick', 'SingleChoiceRadio', { answerOptions: options }),
  makeQuestion('many', 'MultiChoiceDropDown', { answerOptions: options }),
  makeQuestion('mood', 'Scale'),
  makeQuestion('agree', 'AgreeabilityFiveOptions'),
  makeQuestion('photo', 'ImageResponse'),
]
beforeEach(async () => {
  asha = await server.buildPerson()
  const session = await buildSession(server, { content: { 0: [quizItem('ask')] }, quizzes: { ask: makeQuiz(questions) } })
  await beginSession(server, asha, session)
  place = { session: session.id, step: session.steps[0] ?? 0, quiz: session.quizzes.get('ask') ?? 0 }
})

/** Every test of this file sends input that must be refused. */
afterEach(async () => {
  const countRows = (table: 'quiz_attempt' | 'step_completion') =>
    server.db.selectFrom(table).selectAll().where('person_id', '=', asha).execute()
  expect([await countRows('quiz_attempt'), await countRows('step_completion')]).toEqual([[], []])
  // The quiz is still open: a refused submission does not use up the only attempt.
  replyOf(await sendAnswers(server, asha, place, { answers: { name: 'Asha' } }))
})

const rejected = (errors: Record<string, string>) => ({
  status: 422,
  refusal: {
    code: 'learning.answers_rejected',
    errors: Object.fromEntries(Object.entries(errors).map(([key, code]) => [key, [code]])),
  },
})
const badField = (field: string) => ({
  status: 400,
  refusal: { code: 'core.bad_input', errors: { [field]: [expect.any(String)] } },
})
const tooLarge = { status: 413, refusal: { code: 'core.too_large' } }
const send = (answers: unknown, parts: Record<string, string | File> = {}) => sendAnswers(server, asha, place, { answers, parts })
const sendData = (data: string, more: [string, string | File][] = []) => sendQuizForm(server, asha, [['data', data], ...more])

describe('an invalid answer is named in the error', () => {
  test.each([
    ['name', '', 'fieldIsMandatory'],
    ['name', 'x'.repeat(501), 'questions.tooLong'],
    ['name', 7, 'questions.wrongKind'],
    ['name', { text: 'Asha' }, 'questions.wrongKind'],
    ['name', ['Asha'], 'questions.wrongKind'],
    ['story', 'x'.repeat(5001), 'questions.tooLong'],
    ['age', 'nineteen', 'mustBeNumeric'],
    ['age', '1e3', 'mustBeNumeric'],
    ['age', '0x10', 'mustBeNumeric'],
    ['age', true, 'mustBeNumeric'],
    ['age', [19], 'mustBeNumeric'],
    ['age', 1e13, 'questions.outOfRange'],
    ['day', '2026-02-29', 'questions.notADate'],
    ['day', '2026-02-28T00:00:00Z', 'questions.notADate'],
    ['day', 20260228, 'questions.notADate'],
    ['phone', '98', 'questions.notAPhoneNumber'],
    ['phone', '+91 98000 00001', 'questions.notAPhoneNumber'],
    ['pick', 'third', 'questions.notAnOption'],
    ['pick', 1, 'questions.notAnOption'],
    ['pick', ['1'], 'questions.notAnOption'],
    ['pick', 'constructor', 'questions.notAnOption'],
    ['many', 'second', 'questions.wrongKind'],
    ['many', ['second', 'third'], 'questions.notAnOption'],
    ['many', [1], 'questions.notAnOption'],
    ['many', { 0: 'second' }, 'questions.wrongKind'],
    ['mood', 0, 'questions.notAnOption'],
    ['mood', 11, 'questions.notAnOption'],
    ['mood', 3.5, 'questions.notAnOption'],
    ['mood', 'three', 'questions.notAnOption'],
    ['mood', '3.0', 'questions.notAnOption'],
    ['mood', '3e0', 'questions.notAnOption'],
    ['agree', 6, 'questions.notAnOption'],
    ['agree', [3], 'questions.notAnOption'],
    ['photo', 'a-file-that-never-was', 'questions.wrongKind'],
  ])('[QST-04] %s: %j', async (key, given, code) => {
    expect(await send({ name: 'Asha', [key]: given })).toMatchObject(rejected({ [key]: code }))
  })

  test('[QST-03] a missing mandatory answer among valid ones', async () => {
    const { refusal } = await send({ age: 'x', mood: 4 })
    expect(refusal?.errors).toEqual({ name: ['fieldIsMandatory'], age: ['mustBeNumeric'] })
    expect(await send({ name: ' \n ' })).toMatchObject(rejected({ name: 'fieldIsMandatory' }))
    expect(await send(undefined)).toMatchObject(rejected({ name: 'fieldIsMandatory' }))
  })

  test('a question of another quiz, in the answers, as a part and as a file', async () => {
    expect(await send({ name: 'Asha', other: 'x' })).toMatchObject(rejected({ other: 'questions.notAQuestion' }))
    expect(await send(JSON.stringify({ name: 'Asha', other: 'x' }))).toMatchObject(rejected({ other: 'questions.notAQuestion' }))
    expect(await send({ name: 'Asha' }, { other: 'x' })).toMatchObject(rejected({ other: 'questions.notAQuestion' }))
    const { status, refusal } = await send({ name: 'Asha' }, { other: new File(['x'], 'a.png', { type: 'image/png' }) })
    expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['other']])
  })

  test('at most twenty errors, each short', async () => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`${'x'.repeat(80)}-${at}`, 'x']))
    const { status, raw, refusal } = await send({ name: 'Asha', ...many })
    expect([status, Object.keys(refusal?.errors ?? {}).length]).toEqual([422, 20])
    expect(raw.length).toBeLessThan(5_000)
  })
})

describe('too much input is refused', () => {
  const thousand = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`q-${at}`, 'x']))

  test('a thousand answers, as an object, as text and in parts', async () => {
    expect(await send({ name: 'Asha', ...thousand })).toMatchObject(badField('data.answer_json'))
    expect(await send(JSON.stringify({ name: 'Asha', ...thousand }))).toMatchObject(badField('data.answer_json'))
    expect(await sendData(JSON.stringify(place), Object.entries(thousand))).toMatchObject(tooLarge)
  })

  test('a hundred and one answers in total, with each kind below the limit', async () => {
    const some = (from: number, count: number) => Object.fromEntries(Object.entries(thousand).slice(from, from + count))
    expect(await send(some(0, 60), some(60, 41))).toMatchObject(badField('data.answer_json'))
  })

  test('ten megabytes of text, in the data and in a part', async () => {
    const long = 'x'.repeat(10 * 1024 * 1024)
    expect(await send({ name: long })).toMatchObject(tooLarge)
    expect(await send(JSON.stringify({ name: long }))).toMatchObject(tooLarge)
    expect(await send({ name: 'Asha' }, { story: long })).toMatchObject(tooLarge)
    const { status, raw } = await send({ name: 'Asha' }, { [long]: 'x' })
    expect([413, 422]).toContain(status)
    expect(raw.length).toBeLessThan(1_000)
  })

  test('a part name of a hundred and one characters', async () => {
    expect(await send({ name: 'Asha', ['x'.repeat(101)]: 'x' })).toMatchObject({ status: 400 })
    expect(await send(JSON.stringify({ name: 'Asha', ['x'.repeat(101)]: 'x' }))).toMatchObject(badField('data.answer_json'))
    expect([413, 422]).toContain((await send({ name: 'Asha' }, { ['x'.repeat(101)]: 'x' })).status)
  })
})

describe('a malformed submission is refused', () => {
  test.each(['[1]', '"text"', '7', 'null', '{', '{"name":', '[[[['])('answers that are not an object: %s', async (text) => {
    expect(await send(text)).toMatchObject(badField('data.answer_json'))
  })

  test('answers nested a hundred thousand levels deep', async () => {
    expect((await send(`{"name":${'['.repeat(90_000)}${']'.repeat(90_000)}}`)).status).toBe(422)
    expect((await send({ name: 'Asha', many: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) })).status).toBe(400)
  })

  test('missing data, invalid JSON, duplicate data, invalid ids and unknown fields', async () => {
    expect(await sendQuizForm(server, asha, [['name', 'Asha']])).toMatchObject(badField('data'))
    expect(await sendData('{')).toMatchObject(badField('data'))
    expect(await sendData(JSON.stringify(place), [['data', '{}']])).toMatchObject(badField('data'))
    expect(
      await sendData(JSON.stringify(place), [
        ['name', 'A'],
        ['name', 'B'],
      ]),
    ).toMatchObject(badField('name'))
    const withChanges = (changes: object) => sendData(JSON.stringify({ ...place, answer_json: { name: 'A' }, ...changes }))
    for (const field of ['session', 'step', 'quiz'] as const)
      for (const id of [String(place[field]), 0, 1.5, null])
        expect(await withChanges({ [field]: id })).toMatchObject(badField(`data.${field}`))
    expect(await withChanges({ mentorship: 'x' })).toMatchObject(badField('data.mentorship'))
    expect(await withChanges({ person_id: 1 })).toMatchObject(badField('data.person_id'))
    expect(await withChanges({ answerJson: {} })).toMatchObject({ status: 400 })
  })

  test('JSON in place of a form', async () => {
    const headers = { authorization: `Bearer ${await server.tokenFor(asha)}` }
    const url = '/api/v3/learninghub/quiz/save-answer/'
    const reply = await server.app.inject({ method: 'POST', url, headers, payload: { ...place, answer_json: { name: 'A' } } })
    expect(reply.statusCode).toBe(415)
  })

  test.each(['a\0b', 'a\ud800b', '\udc00'])('text that PostgreSQL cannot store: %j', async (text) => {
    for (const answers of [{ name: text }, { name: 'Asha', many: [text] }, { name: 'Asha', [text]: 'x' }]) {
      expect((await send(answers)).status).toBe(400)
      expect([400, 422]).toContain((await send(JSON.stringify(answers))).status)
    }
  })

  test('a NUL character in a part', async () => {
    expect((await send(undefined, { name: 'a\0b' })).status).toBe(400)
  })
})

describe('C63: a prototype key', () => {
  afterEach(() => {
    expect(Object.keys({})).toEqual([])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test.each(prototypeKeys.flatMap((key) => [1, 2, 3].map((depth) => [key, depth] as const)))(
    '%s at depth %i, in the data and in the answers',
    async (key, depth) => {
      const poison = poisoned(key, depth)
      expect(await sendData(JSON.stringify(poison))).toMatchObject({ status: 400 })
      expect(await send(poison)).toMatchObject({ status: 400 })
      expect(await send({ name: poison })).toMatchObject({ status: 400 })
      for (const text of [JSON.stringify(poison), JSON.stringify({ name: poison })])
        expect([400, 422]).toContain((await send(text)).status)
    },
  )

  test.each([...prototypeKeys, 'toString', 'hasOwnProperty'])('%s as the name of a part and of a file', async (name) => {
    const data = JSON.stringify({ ...place, answer_json: { name: 'Asha' } })
    expect([400, 422]).toContain((await sendData(data, [[name, 'x']])).status)
    expect([400, 422]).toContain((await sendData(data, [[name, new File(['x'], 'a.png', { type: 'image/png' })]])).status)
  })
})
