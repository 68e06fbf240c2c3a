import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { QuestionType } from '@saathi/contract/questions/entities'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoredQuestion } from '#content/question-content.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession } from '../../../test/hub-sessions.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { toTexts, makeOption, makeQuestion, makeQuiz, quizItem } from '../../../test/quiz-content.ts'
import { type QuizRef, sendAnswers, sendQuizForm, replyOf } from '../../../test/send-answers.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  asha = await server.buildPerson()
})

/** A quiz of these questions that allows retakes. */
async function buildStarted(questions: StoredQuestion[]): Promise<QuizRef> {
  const content = { 0: [quizItem('ask', { allowRetake: true })] }
  const session = await buildSession(server, { content, quizzes: { ask: makeQuiz(questions) } })
  await beginSession(server, asha, session)
  return { session: session.id, step: session.steps[0] ?? 0, quiz: session.quizzes.get('ask') ?? 0 }
}
const stored = async () =>
  (await server.db.selectFrom('quiz_attempt').select('answers').where('person_id', '=', asha).orderBy('number').execute()).map(
    ({ answers }) => answers,
  )

const options = ['first', 'second', 'third'].map((key) => makeOption(key))
const makeAny = (type: string, changes: Partial<StoredQuestion> = {}) =>
  makeQuestion('asked', type, { answerOptions: options, ...changes })

describe('a stored answer', () => {
  test.each([
    ['Text', '  Asha Rao ', 'Asha Rao'],
    ['Text', '0', '0'],
    ['Text', 'false', 'false'],
    ['TextBox', 'one\ntwo', 'one\ntwo'],
    ['Number', '12.5', 12.5],
    ['Number', ' -3 ', -3],
    ['Number', 0, 0],
    ['Number', '0', 0],
    ['Date', '2028-02-29', '2028-02-29'],
    ['PhoneNumber', '919800000001', '919800000001'],
    ['SingleChoiceRadio', 'second', 'second'],
    ['SingleChoiceDropDown', 'third', 'third'],
    ['SingleChoiceButton', 'first', 'first'],
    ['MultiChoiceDropDown', ['third', 'first', 'third'], ['first', 'third']],
    ['AgreeabilityThreeOptions', 3, 3],
    ['AgreeabilityFiveOptions', 5, 5],
    ['AgreeabilitySevenScale', 7, 7],
    ['AgreeabilityTenScale', 10, 10],
    ['Scale', 10, 10],
  ])('[QST-04] of a %s: %j becomes %j', async (type, given, kept) => {
    const place = await buildStarted([makeAny(type)])
    const { state } = replyOf(await sendAnswers(server, asha, place, { answers: { asked: given } }))
    expect(state.answers).toEqual([{ questionKey: 'asked', answer: kept }])
    expect(await stored()).toEqual([{ asked: kept }])
  })

  test('[QST-04] may be zero on a scale that has it', async () => {
    const steps = [0, 1].map((option) => ({ option, label: toTexts(String(option)) }))
    const place = await buildStarted([
      makeAny('Scale', { mandatory: true, scaleQuestionnaire: { sorting: 'ascending', options: steps } }),
    ])
    replyOf(await sendAnswers(server, asha, place, { answers: { asked: 0 } }))
    expect(await stored()).toEqual([{ asked: 0 }])
  })

  test.each(['', '   ', null, []])('[QST-04] is not created for an empty value such as %j', async (given) => {
    const place = await buildStarted(
      QuestionType.options.map((type) => makeQuestion(type.toLowerCase(), type, { answerOptions: options })),
    )
    const answers = Object.fromEntries(QuestionType.options.map((type) => [type.toLowerCase(), given]))
    // Every character of a password counts, and a list is not a password.
    const { password: _password, ...others } = answers
    replyOf(await sendAnswers(server, asha, place, { answers: others }))
    expect(await stored()).toEqual([{}])
  })

  test('[QST-04] may be false, which is not empty: it is validated, and refused where it does not apply', async () => {
    const place = await buildStarted([makeAny('Text'), makeQuestion('number', 'Number')])
    expect(await sendAnswers(server, asha, place, { answers: { asked: false, number: false } })).toMatchObject({
      status: 422,
      refusal: { errors: { asked: ['questions.wrongKind'], number: ['mustBeNumeric'] } },
    })
  })

  test('may be missing for every question of a quiz without mandatory questions', async () => {
    const place = await buildStarted([makeAny('Text')])
    for (const answers of [undefined, {}, '', '{}'])
      expect(replyOf(await sendAnswers(server, asha, place, { answers })).state.answers).toEqual([])
    expect(await stored()).toEqual([{}, {}, {}, {}])
  })
})

describe('answers are accepted', () => {
  const questions = [
    makeQuestion('name', 'Text', { mandatory: true }),
    makeQuestion('age', 'Number'),
    makeQuestion('pick', 'SingleChoiceRadio', { answerOptions: options }),
    makeQuestion('mood', 'Scale'),
    makeQuestion('many', 'MultiChoiceDropDown', { answerOptions: options }),
  ]
  const answers = { name: 'Asha', age: 19, pick: 'second', mood: 7, many: ['first'] }

  test('as an object, as JSON text, and as one part per question', async () => {
    const place = await buildStarted(questions)
    replyOf(await sendAnswers(server, asha, place, { answers }))
    replyOf(await sendAnswers(server, asha, place, { answers: JSON.stringify(answers) }))
    const { many: _many, ...single } = answers
    const parts = Object.fromEntries(Object.entries(single).map(([key, answer]) => [key, String(answer)]))
    replyOf(await sendAnswers(server, asha, place, { parts, answers: { many: ['first'] } }))
    expect(await stored()).toEqual([answers, answers, answers])
  })

  test('with line breaks as typed, although forms send two characters per line end', async () => {
    const place = await buildStarted([makeQuestion('story', 'TextBox')])
    replyOf(await sendAnswers(server, asha, place, { parts: { story: 'one\ntwo' } }))
    expect(await stored()).toEqual([{ story: 'one\ntwo' }])
  })

  test('in both spellings of the field name, with or without a mentorship', async () => {
    const place = await buildStarted(questions)
    const send = (data: object) => sendQuizForm(server, asha, [['data', JSON.stringify({ ...place, ...data })]])
    replyOf(await send({ answerJson: { name: 'A' } }))
    replyOf(await send({ answer_json: { name: 'B' }, mentorship: null }))
    const { id: mentorship } = await buildMentorship(server, { menteeIds: [asha] })
    replyOf(await send({ answer_json: { name: 'C' }, mentorship }))
    expect(await stored()).toEqual([{ name: 'A' }, { name: 'B' }, { name: 'C' }])
  })

  test('except with a foreign or unknown mentorship', async () => {
    const place = await buildStarted(questions)
    const { id: foreign } = await buildMentorship(server)
    for (const mentorship of [foreign, 2_000_000_000]) {
      const read = await server.ask(asha, getQuiz, { params: place, query: { mentorship } })
      expect(read).toMatchObject({ status: 404, body: { code: 'learning.session_not_found' } })
      const data = JSON.stringify({ ...place, answer_json: { name: 'A' }, mentorship })
      const sent = await sendQuizForm(server, asha, [['data', data]])
      expect(sent).toMatchObject({ status: 404, refusal: { code: 'learning.session_not_found' } })
    }
    expect(await stored()).toEqual([])
  })
})

describe('a question that cannot be answered', () => {
  const none = [
    makeQuestion('shut', 'Text', { mandatory: true, disabled: true }),
    makeQuestion('strange', 'Hologram', { mandatory: true }),
    makeQuestion('name', 'Text', { mandatory: true }),
  ]

  test('[QST-11] is skipped when disabled or of an unknown type, and its answer is not stored', async () => {
    const place = await buildStarted(none)
    const { standing } = replyOf(await sendAnswers(server, asha, place, { answers: { name: 'Asha' } }))
    expect(standing.completedStepIds).toEqual([place.step])
    replyOf(await sendAnswers(server, asha, place, { answers: { name: 'Asha', shut: 'x', strange: { any: 'thing' } } }))
    expect(await stored()).toEqual([{ name: 'Asha' }, { name: 'Asha' }])
  })

  test('[QST-02] of an unknown type is sent with its type name', async () => {
    const { body } = await server.ask(asha, getQuiz, { params: await buildStarted(none), query: {} })
    expect(body.quiz.questions[1]).toMatchObject({ key: 'strange', questionType: 'Hologram', mandatory: true })
  })
})

describe('a password', () => {
  const SECRET = ' Kx9-never-kept-7Q '

  test('is validated but not stored: the reply says "given" and no table contains it', async () => {
    const place = await buildStarted([makeQuestion('secret', 'Password', { mandatory: true })])
    const key = crypto.randomUUID()
    const { raw, ...sent } = await sendAnswers(server, asha, place, { answers: { secret: SECRET }, key })
    expect(replyOf({ raw, ...sent }).state.answers).toEqual([{ questionKey: 'secret', answer: true }])
    replyOf(await sendAnswers(server, asha, place, { parts: { secret: SECRET } }))
    expect(await stored()).toEqual([{ secret: true }, { secret: true }])
    const { rows } = await server.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(rows.length).toBeGreaterThan(20)
    for (const { name } of rows) {
      const found = await server.pool.query(`select 1 from ${name} held where held::text like '%never-kept%'`)
      expect({ name, held: found.rowCount }).toEqual({ name, held: 0 })
    }
    expect(raw).not.toContain('never-kept')
  })

  test('that is missing or not text is refused', async () => {
    const place = await buildStarted([makeQuestion('secret', 'Password', { mandatory: true })])
    const refused = (code: string) => ({ status: 422, refusal: { errors: { secret: [code] } } })
    expect(await sendAnswers(server, asha, place, { answers: { secret: '' } })).toMatchObject(refused('fieldIsMandatory'))
    expect(await sendAnswers(server, asha, place, { answers: { secret: true } })).toMatchObject(refused('questions.wrongKind'))
    expect(await sendAnswers(server, asha, place, { answers: { secret: 'x'.repeat(201) } })).toMatchObject(
      refused('questions.tooLong'),
    )
  })
})
