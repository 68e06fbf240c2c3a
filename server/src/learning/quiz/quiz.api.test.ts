import { getSession } from '@saathi/contract/learning/session-calls'
import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer, toRequest } from '../../../test/harness.ts'
import { beginSession, buildSession, type BuiltSession } from '../../../test/hub-sessions.ts'
import {
  toTexts,
  makeChoice,
  makeOption,
  makeQuestion,
  makeQuiz,
  quizItem,
  RIGHT_WHY,
  WRONG_WHY,
} from '../../../test/quiz-content.ts'
import { type QuizRef, sendAnswers, replyOf } from '../../../test/send-answers.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  asha = await server.buildPerson()
})

const read = async (place: QuizRef, personId = asha) => (await server.ask(personId, getQuiz, { params: place, query: {} })).body
async function bytesOf(place: QuizRef): Promise<string> {
  const headers = { authorization: `Bearer ${await server.tokenFor(asha)}` }
  return (await server.app.inject(toRequest(getQuiz, { params: place, query: {} }, headers))).body
}
const send = (place: QuizRef, answers: Record<string, unknown>) => sendAnswers(server, asha, place, { answers })
const attempts = () => server.db.selectFrom('quiz_attempt').selectAll().where('person_id', '=', asha).orderBy('number').execute()
const placeIn = ({ id, steps, quizzes }: BuiltSession, { step = 0, quiz = 'ask' } = {}): QuizRef => ({
  session: id,
  step: steps[step] ?? 0,
  quiz: quizzes.get(quiz) ?? 0,
})
type Changes = Parameters<typeof buildSession>[1]
async function buildStarted(changes: Changes) {
  const session = await buildSession(server, changes)
  await beginSession(server, asha, session)
  return session
}
/** One quiz on the first of two steps. */
const buildStartedQuiz = async (allowRetake: boolean, questions = [makeChoice('pick')]) =>
  placeIn(await buildStarted({ content: { 0: [quizItem('ask', { allowRetake })] }, quizzes: { ask: makeQuiz(questions) } }))
const pushedTo = (personId: number) => server.delivered.filter((delivery) => 'to' in delivery && delivery.to.includes(personId))

describe('a quiz', () => {
  test('[QST-08] is readable even before its session is started: first without answers, then with the submitted ones', async () => {
    const session = await buildSession(server, {
      content: { 0: [quizItem('ask', { allowRetake: true })] },
      quizzes: { ask: makeQuiz([makeQuestion('name', 'Text')], { helpText: toTexts('Take your time') }) },
    })
    const place = placeIn(session)
    const empty = { allowRetake: true, canAnswer: true, attempts: 0, submittedAt: null, answers: [], results: [] }
    expect(await read(place)).toMatchObject({ ...empty, session: place.session, step: place.step })
    await beginSession(server, asha, session)
    const { state, standing } = replyOf(await send(place, { name: ' Asha ' }))
    expect(state).toMatchObject({ attempts: 1, answers: [{ questionKey: 'name', answer: 'Asha' }], results: [] })
    expect(new Date(state.submittedAt ?? '').getTime()).toBeCloseTo(server.clock.now().getTime(), -5)
    expect(standing).toMatchObject({ session: place.session, completedStepIds: [place.step] })
    expect(await read(place)).toEqual(state)
  })

  test('accepts the role that older pages send, and ignores it', async () => {
    const place = await buildStartedQuiz(false)
    const url = `/api/v2/learninghub/quiz/${place.session}/${place.step}/${place.quiz}/?role=Mentor`
    const headers = { authorization: `Bearer ${await server.tokenFor(asha)}` }
    expect((await server.app.inject({ url, headers })).statusCode).toBe(200)
  })

  test('shows one person’s answers and marks to nobody else', async () => {
    const place = await buildStartedQuiz(false)
    replyOf(await send(place, { pick: 'bad' }))
    expect(await read(place, await server.buildPerson())).toMatchObject({
      canAnswer: true,
      attempts: 0,
      answers: [],
      results: [],
    })
  })

  test('[QST-11] has its texts and help in the reader’s language', async () => {
    const option = makeOption('good', { label: toTexts('Yes', 'हाँ'), helpText: toTexts('Because', 'क्योंकि'), isCorrect: true })
    const place = await buildStartedQuiz(false, [
      makeChoice('pick', { title: toTexts('Right?', 'सही?'), answerOptions: [option] }),
    ])
    await server.db.updateTable('person').set({ language_code: 'hi' }).where('id', '=', asha).execute()
    const { state } = replyOf(await send(place, { pick: 'good' }))
    expect(state.quiz.questions).toMatchObject([
      { localeTitle: 'सही?', answerOptions: [{ localeLabel: 'हाँ', helpText: 'Because', localeHelpText: 'क्योंकि' }] },
    ])
  })
})

describe('the right answers', () => {
  test('[QST-10] while a retake is possible, readers see only their marks and the feedback on their choices', async () => {
    const place = await buildStartedQuiz(true, [makeChoice('one'), makeChoice('two'), makeChoice('three')])
    const { state } = replyOf(await send(place, { one: 'good', two: 'bad' }))
    expect(state.results).toEqual([
      { questionKey: 'one', isCorrect: true },
      { questionKey: 'two', isCorrect: false },
    ])
    const helpOf = (at: number) => state.quiz.questions[at]?.answerOptions.map(({ helpText }) => helpText)
    expect([helpOf(0), helpOf(1), helpOf(2)]).toEqual([
      [RIGHT_WHY, null],
      [null, WRONG_WHY],
      [null, null],
    ])
    for (const question of state.quiz.questions)
      for (const option of question.answerOptions) expect(option).not.toHaveProperty('isCorrect')
    expect(await read(place)).toEqual(state)
  })

  test('[QST-10] while a retake is possible, the reply to a wrong answer does not reveal the right option', async () => {
    const place = await buildStartedQuiz(true)
    const { raw } = await send(place, { pick: 'bad' })
    for (const bytes of [raw, await bytesOf(place)]) {
      expect(bytes).not.toContain(RIGHT_WHY)
      expect(bytes.match(/is_correct/g)).toHaveLength(1)
    }
  })

  test('[QST-10] once no retake is possible, every option says whether it is right, and why', async () => {
    const place = await buildStartedQuiz(false, [makeChoice('one'), makeChoice('two'), makeQuestion('name', 'Text')])
    const { state } = replyOf(await send(place, { one: 'bad' }))
    const options = [
      { key: 'good', isCorrect: true, helpText: RIGHT_WHY },
      { key: 'bad', isCorrect: false, helpText: WRONG_WHY },
    ]
    expect(state).toMatchObject({ canAnswer: false, results: [{ questionKey: 'one', isCorrect: false }] })
    expect(state.quiz.questions).toMatchObject([{ answerOptions: options }, { answerOptions: options }, { answerOptions: [] }])
    expect(await read(place)).toEqual(state)
  })

  test('[QST-10] a question without a right option is not marked; a multiple choice is right only with exactly all right options', async () => {
    const several = makeQuestion('many', 'MultiChoiceDropDown', {
      answerOptions: [makeOption('a', { isCorrect: true }), makeOption('b', { isCorrect: true }), makeOption('c')],
    })
    const opinion = makeQuestion('taste', 'SingleChoiceButton', { answerOptions: [makeOption('sweet'), makeOption('salty')] })
    const place = await buildStartedQuiz(true, [several, opinion])
    const marks: (boolean | undefined)[] = []
    for (const many of [['a'], ['a', 'b', 'c'], ['b', 'a']]) {
      const { results } = replyOf(await send(place, { many, taste: 'salty' })).state
      expect(results).toHaveLength(1)
      marks.push(results[0]?.isCorrect)
    }
    expect(marks).toEqual([false, false, true])
    expect(await attempts()).toMatchObject([{ right_count: 0, marked_count: 1 }, { right_count: 0 }, { right_count: 1 }])
  })
})

describe('a retake', () => {
  test('[QST-09] is refused where it is not allowed, and the first answers stay (C50)', async () => {
    const place = await buildStartedQuiz(false)
    const first = replyOf(await send(place, { pick: 'bad' }))
    expect(await send(place, { pick: 'good' })).toMatchObject({
      status: 409,
      refusal: { code: 'learning.retake_not_allowed', message: 'retake quiz not allowed' },
    })
    expect(await read(place)).toEqual(first.state)
    expect(await attempts()).toMatchObject([{ number: 1, answers: { pick: 'bad' } }])
  })

  test('[QST-09] is refused to nine of ten concurrent submissions if retakes are not allowed', async () => {
    const place = await buildStartedQuiz(false)
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(place, { pick: 'good' })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    const codes = replies.flatMap(({ refusal }) => (refusal ? [[refusal.code, refusal.message]] : []))
    expect(codes).toEqual(codes.map(() => ['learning.retake_not_allowed', 'retake quiz not allowed']))
    expect(await attempts()).toHaveLength(1)
  })

  test('[QST-09] is counted if retakes are allowed, also for ten at once, and the latest attempt counts', async () => {
    const place = await buildStartedQuiz(true)
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(place, { pick: 'bad' })))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const { state } = replyOf(await send(place, { pick: 'good' }))
    expect(state).toMatchObject({ canAnswer: true, attempts: 11, answers: [{ answer: 'good' }], results: [{ isCorrect: true }] })
    expect((await attempts()).map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1))
  })

  test('[QST-09] is allowed or not depending on the step that contains the quiz', async () => {
    const content = { 0: [quizItem('ask')], 1: [quizItem('ask', { allowRetake: true })] }
    const session = await buildStarted({ minutes: [1, 1, 1], content, quizzes: { ask: makeQuiz([makeChoice('pick')]) } })
    const [once, often] = [placeIn(session), placeIn(session, { step: 1 })]
    replyOf(await send(once, { pick: 'good' }))
    expect(await read(often)).toMatchObject({ canAnswer: true, attempts: 0 })
    for (const answer of ['good', 'bad']) replyOf(await send(often, { pick: answer }))
    expect((await send(once, { pick: 'bad' })).status).toBe(409)
  })
})

describe('submitting a quiz', () => {
  const must = makeQuiz([makeChoice('pick', { mandatory: true })])

  test('[QST-08] completes its step, and pushes to that person only', async () => {
    const place = await buildStartedQuiz(true)
    const other = await server.buildPerson()
    expect(replyOf(await send(place, { pick: 'good' })).standing).toMatchObject({
      completedStepIds: [place.step],
      durationCompleted: 5,
    })
    const event = { type: 'learning.progress_changed', session: place.session }
    expect(pushedTo(asha)).not.toEqual([])
    for (const delivery of pushedTo(asha)) expect(delivery).toEqual({ to: [asha], event })
    expect(pushedTo(other)).toEqual([])
  })

  test('leaves the step open until every mandatory quiz on it is answered (T81)', async () => {
    const session = await buildStarted({
      content: { 0: [quizItem('one'), quizItem('two'), quizItem('free')] },
      quizzes: { one: must, two: must, free: makeQuiz([makeChoice('pick')]) },
    })
    const [one, two] = [placeIn(session, { quiz: 'one' }), placeIn(session, { quiz: 'two' })]
    expect(replyOf(await send(one, { pick: 'good' })).standing).toMatchObject({ completedStepIds: [], durationCompleted: 0 })
    const { sessionSteps } = (await server.ask(asha, getSession, { params: { id: session.id }, query: {} })).body
    expect(sessionSteps[0]?.content.map(({ isAnswered }) => isAnswered)).toEqual([true, false, false])
    expect(replyOf(await send(two, { pick: 'good' })).standing).toMatchObject({ completedStepIds: [two.step] })
  })

  test('leaves the last step open while others are open; otherwise it completes the session (T81)', async () => {
    const session = await buildStarted({ content: { 1: [quizItem('ask', { allowRetake: true })] }, quizzes: { ask: must } })
    const place = placeIn(session, { step: 1 })
    const early = replyOf(await send(place, { pick: 'good' }))
    expect(early).toMatchObject({ state: { attempts: 1 }, standing: { sessionStatus: 'ONGOING', completedStepIds: [] } })
    const [first = 0] = session.steps
    await server.db
      .insertInto('step_completion')
      .values({ person_id: asha, step_id: first, completed_at: server.clock.now() })
      .execute()
    expect(replyOf(await send(place, { pick: 'good' })).standing).toMatchObject({
      sessionStatus: 'COMPLETED',
      completedStepIds: session.steps,
      durationCompleted: 15,
    })
  })
})
