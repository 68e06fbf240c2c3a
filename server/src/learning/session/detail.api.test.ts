import { Role } from '@saathi/contract/accounts/roles'
import type { Call, CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/learning/calls'
import * as sessionCalls from '@saathi/contract/learning/session-calls'
import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer, toRequest } from '../../../test/harness.ts'
import { beginSession, buildSession } from '../../../test/hub-sessions.ts'
import {
  toTexts,
  makeChoice,
  makeItem,
  makeOption,
  makeQuestion,
  makeQuiz,
  quizItem,
  RIGHT_WHY,
  textItem,
  WRONG_WHY,
} from '../../../test/quiz-content.ts'
import { sendAnswers, replyOf } from '../../../test/send-answers.ts'
import { recordStatements } from '../../../test/statements.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  asha = await server.buildPerson()
})

const open = (id: number, personId = asha) => server.ask(personId, sessionCalls.getSession, { params: { id }, query: {} })
const openMine = (id: number, personId = asha) => server.ask(personId, sessionCalls.getMySession, { params: { id }, query: {} })
/** The raw bytes of the reply. */
async function bytesOf<C extends Call>(personId: number, call: C, input: CallInput<C>): Promise<string> {
  const headers = { authorization: `Bearer ${await server.tokenFor(personId)}` }
  const { statusCode, body } = await server.app.inject(toRequest(call, input, headers))
  expect(statusCode).toBe(200)
  return body
}

describe('a session with its steps', () => {
  test('[LRN-09] contains every content type in order, with the size of each picture', async () => {
    const hash = (digit: string) => digit.repeat(64)
    const picture = { hash: hash('a'), width: 640, height: 360 }
    await server.db
      .insertInto('programme_media')
      .values({ hash: picture.hash, name: 'kite.png', type: 'image/png', bytes: Buffer.alloc(2_345) })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ bytes: Buffer.alloc(2_345) }))
      .execute()
    const session = await buildSession(server, {
      minutes: [5],
      content: {
        0: [
          textItem('Read **this**.'),
          makeItem('INSTRUCTION', { text: toTexts('Do this.') }),
          makeItem('ARTICLE', { url: toTexts('https://saathi.example/article') }),
          makeItem('IMAGE', { image: { picture, locales: { hi: { hash: hash('b'), width: 320, height: 180 } } } }),
          makeItem('YOUTUBE', { url: toTexts('https://www.youtube.com/watch?v=abc', 'https://www.youtube.com/watch?v=xyz') }),
          makeItem('HYPERLINK', { text: toTexts('More'), url: toTexts('https://saathi.example/') }),
          quizItem('ask', { allowRetake: true }),
        ],
      },
      quizzes: { ask: makeQuiz([makeQuestion('name', 'Text')]) },
    })
    const [step] = (await open(session.id)).body.sessionSteps
    expect(step?.content.map(({ contentType }) => contentType)).toEqual([
      'TEXT',
      'INSTRUCTION',
      'ARTICLE',
      'IMAGE',
      'YOUTUBE',
      'HYPERLINK',
      'QUIZ',
    ])
    const [text, , , image, video, , quiz] = step?.content ?? []
    expect(text).toMatchObject({ text: 'Read **this**.', localeText: 'Read **this**.', quiz: null, isAnswered: false })
    const own = `/media/${hash('a')}`
    expect(image).toMatchObject({ image: own, localeImage: own, imageWidth: 640, imageHeight: 360, imageBytes: 2_345 })
    expect(video).toMatchObject({ localeUrl: 'https://www.youtube.com/watch?v=abc' })
    expect(quiz).toMatchObject({ allowRetake: true, quiz: { id: session.quizzes.get('ask'), questions: [{ key: 'name' }] } })
    const reader = await server.buildPerson({ language: 'hi' })
    const [inHindi] = (await open(session.id, reader)).body.sessionSteps
    expect(inHindi?.content[3]).toMatchObject({
      image: own,
      localeImage: `/media/${hash('b')}`,
      imageWidth: 320,
      imageHeight: 180,
      // Nothing is known about a missing picture.
      imageBytes: null,
    })
    expect(inHindi?.content[4]).toMatchObject({ localeUrl: 'https://www.youtube.com/watch?v=xyz' })
  })

  test('includes completed steps, answered quizzes, the resume step and the rating', async () => {
    const session = await buildSession(server, {
      minutes: [5, 10, 20],
      content: { 1: [quizItem('ask')] },
      quizzes: { ask: makeQuiz([makeQuestion('name', 'Text')]) },
    })
    const [first = 0, second = 0, third = 0] = session.steps
    expect((await open(session.id)).body).toMatchObject({ sessionStatus: 'NOT_STARTED', resumeStep: null, feedback: null })
    await server.ask(asha, sessionCalls.startSession, { body: { session: session.id } })
    expect((await open(session.id)).body).toMatchObject({ sessionStatus: 'ONGOING', resumeStep: first })
    const place = { session: session.id, step: second, quiz: session.quizzes.get('ask') ?? 0 }
    replyOf(await sendAnswers(server, asha, place, { answers: { name: 'Asha' } }))
    await server.ask(asha, sessionCalls.rateSession, { body: { session: session.id, rating: 4, review: 'Good' } })
    const { body } = await open(session.id)
    expect(body).toMatchObject({ resumeStep: third, durationCompleted: 10, feedback: { rating: 4, review: 'Good' } })
    expect(body.sessionSteps).toMatchObject([
      { id: first, status: 'NOT_STARTED', duration: 5, order: 1 },
      { id: second, status: 'COMPLETED', duration: 10, order: 2, content: [{ isAnswered: true }] },
      { id: third, status: 'NOT_STARTED', duration: 20, order: 3 },
    ])
    expect((await openMine(session.id)).body).toEqual(body)
  })

  test('contains nothing of another reader’s progress', async () => {
    const session = await buildSession(server, {
      content: { 0: [quizItem('ask')] },
      quizzes: { ask: makeQuiz([makeQuestion('name', 'Text')]) },
    })
    const ravi = await server.buildPerson()
    await beginSession(server, ravi, session)
    const place = { session: session.id, step: session.steps[0] ?? 0, quiz: session.quizzes.get('ask') ?? 0 }
    replyOf(await sendAnswers(server, ravi, place, { answers: { name: 'Ravi' } }))
    await server.ask(ravi, sessionCalls.rateSession, { body: { session: session.id, rating: 1, review: 'RAVI-ALONE' } })
    expect((await open(session.id)).body).toMatchObject({
      sessionStatus: 'NOT_STARTED',
      feedback: null,
      sessionSteps: [{ status: 'NOT_STARTED', content: [{ isAnswered: false }] }, { status: 'NOT_STARTED' }],
    })
    expect(await bytesOf(asha, sessionCalls.getSession, { params: { id: session.id }, query: {} })).not.toContain('RAVI-ALONE')
  })

  test('[QST-12] numbers steps, questions and options in programme order', async () => {
    const session = await buildSession(server, {
      minutes: [1, 2, 3],
      content: { 0: [quizItem('ask')] },
      quizzes: {
        ask: makeQuiz([
          makeQuestion('zebra', 'SingleChoiceButton', { answerOptions: ['z', 'a', 'm'].map((key) => makeOption(key)) }),
          makeQuestion('apple', 'Text'),
        ]),
      },
    })
    const { sessionSteps } = (await open(session.id)).body
    expect(sessionSteps.map(({ id, order }) => [id, order])).toEqual(session.steps.map((id, at) => [id, at + 1]))
    const questions = sessionSteps[0]?.content[0]?.quiz?.questions ?? []
    expect(questions.map(({ key, order }) => [key, order])).toEqual([
      ['zebra', 1],
      ['apple', 2],
    ])
    expect(questions[0]?.answerOptions.map(({ key, displayOrder }) => [key, displayOrder])).toEqual([
      ['z', 1],
      ['a', 2],
      ['m', 3],
    ])
  })

  test('is not among my sessions before it is started', async () => {
    const session = await buildSession(server)
    expect(await openMine(session.id)).toMatchObject({ status: 404, body: { code: 'learning.session_not_found' } })
    await beginSession(server, await server.buildPerson(), session)
    expect((await openMine(session.id)).status).toBe(404)
    await beginSession(server, asha, session)
    expect(await openMine(session.id)).toMatchObject({ status: 200, body: { id: session.id } })
  })

  test('refuses an invalid id or image type', async () => {
    const headers = { authorization: `Bearer ${await server.tokenFor(asha)}` }
    const { id } = await buildSession(server)
    for (const url of ['/sessions/x/', '/sessions/0/', '/sessions/1.5/', `/sessions/${id}/?image_type=tv`, '/mysessions/-1/'])
      expect((await server.app.inject({ url: `/api/v2/learninghub${url}`, headers })).statusCode, url).toBe(400)
    const asked = await server.app.inject({ url: `/api/v2/learninghub/sessions/${id}?image_type=mobile`, headers })
    expect(asked.statusCode).toBe(200)
  })

  test('costs the same number of queries for any number of steps and quizzes', async () => {
    const quizzes = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`quiz-${at}`, makeQuiz([makeChoice('pick')])]))
    const withSteps = async (count: number) => {
      const content = Object.fromEntries(Array.from({ length: count }, (_, at) => [at, [quizItem(`quiz-${at}`)]]))
      const minutes = Array.from({ length: count }, () => 5)
      const session = await buildSession(server, { minutes, content, quizzes: quizzes(count) })
      await beginSession(server, asha, session, { done: count - 1 })
      return session.id
    }
    const [short, long] = [await withSteps(1), await withSteps(30)]
    const { statementsOf } = recordStatements(server)
    // The actor is reloaded about once a second, independently of the request.
    const asked = async (id: number) => (await statementsOf(() => open(id))).filter((text) => !text.includes('"sign_in"'))
    const few = await asked(short)
    expect(few.length).toBeGreaterThan(2)
    expect(await asked(long)).toHaveLength(few.length)
  })
})

describe('restricted content', () => {
  const TIP = 'Ask-first-and-listen'
  const tips = makeItem('MENTOR_TIPS', { text: toTexts(TIP, 'पहले-पूछिए') })

  test.each(Role.options.map((role) => [role] as const))(
    '[LRN-09] shows mentor tips to the right roles only: %s (C24)',
    async (role) => {
      const isMentor = ['Mentor', 'GroupMentor'].includes(role)
      for (const language of ['en', 'hi']) {
        const person = await server.buildPerson({ role, language })
        const session = await buildSession(server, { content: { 0: [textItem('For all'), tips] } })
        await beginSession(server, person, session)
        const asked = { params: { id: session.id }, query: {} }
        for (const call of [sessionCalls.getSession, sessionCalls.getMySession]) {
          const bytes = await bytesOf(person, call, asked)
          expect(bytes).toContain('For all')
          expect(bytes.includes(TIP)).toBe(isMentor)
          expect(bytes.includes('MENTOR_TIPS')).toBe(isMentor)
          expect(bytes.includes('पहले-पूछिए')).toBe(isMentor && language === 'hi')
        }
      }
    },
  )

  test('[QST-10] does not include right options or explanations before the quiz is submitted (C24)', async () => {
    const session = await buildSession(server, {
      content: { 0: [quizItem('ask')], 1: [quizItem('ask', { allowRetake: true })] },
      quizzes: { ask: makeQuiz([makeChoice('pick')]) },
    })
    const [step = 0, last = 0] = session.steps
    const quiz = session.quizzes.get('ask') ?? 0
    const body = { session: session.id }
    const asked = { params: { id: session.id }, query: {} }
    const replies = [
      await bytesOf(asha, sessionCalls.getSession, asked),
      await bytesOf(asha, getQuiz, { params: { session: session.id, step, quiz }, query: {} }),
      await bytesOf(asha, sessionCalls.startSession, { body }),
      await bytesOf(asha, sessionCalls.getMySession, asked),
      await bytesOf(asha, calls.listSessions, { query: {} }),
      await bytesOf(asha, sessionCalls.completeStep, { body: { ...body, step } }),
      await bytesOf(asha, getQuiz, { params: { session: session.id, step: last, quiz }, query: {} }),
      await bytesOf(asha, sessionCalls.getSession, asked),
    ]
    for (const reply of replies)
      for (const word of ['is_correct', 'isCorrect', RIGHT_WHY, WRONG_WHY]) expect(reply).not.toContain(word)
  })

  test('[QST-10] is never part of the session reply, even after the quiz is submitted', async () => {
    const session = await buildSession(server, {
      content: { 0: [quizItem('ask')] },
      quizzes: { ask: makeQuiz([makeChoice('pick')]) },
    })
    await beginSession(server, asha, session)
    const place = { session: session.id, step: session.steps[0] ?? 0, quiz: session.quizzes.get('ask') ?? 0 }
    replyOf(await sendAnswers(server, asha, place, { answers: { pick: 'good' } }))
    const bytes = await bytesOf(asha, sessionCalls.getSession, { params: { id: session.id }, query: {} })
    for (const word of ['is_correct', RIGHT_WHY, WRONG_WHY]) expect(bytes).not.toContain(word)
  })
})

test('[QST-11] every text is in the reader’s language if available, else in the base language', async () => {
  const question = makeQuestion('city', 'SingleChoiceDropDown', {
    title: toTexts('Where?', 'कहाँ?'),
    label: toTexts('City', 'शहर'),
    helpText: toTexts('The nearest one'),
    autocomplete: 'on',
    answerOptions: [makeOption('pune', { label: toTexts('Pune', 'पुणे') }), makeOption('goa', { label: toTexts('Goa') })],
  })
  const session = await buildSession(server, {
    content: { 0: [textItem('Hello', 'नमस्ते'), textItem('Only English'), quizItem('ask')] },
    quizzes: { ask: makeQuiz([question], { helpText: toTexts('Take your time', 'आराम से') }) },
  })
  await server.db
    .insertInto('step_text')
    .values({ step_id: session.steps[0] ?? 0, language_code: 'hi', title: 'पहला क़दम' })
    .execute()
  const [step] = (await open(session.id, await server.buildPerson({ language: 'hi' }))).body.sessionSteps
  expect(step).toMatchObject({ title: 'A step', localeTitle: 'पहला क़दम' })
  expect(step?.content).toMatchObject([
    { text: 'Hello', localeText: 'नमस्ते' },
    { text: 'Only English', localeText: 'Only English' },
    { quiz: { helpText: 'Take your time', localeHelpText: 'आराम से' } },
  ])
  expect(step?.content[2]?.quiz?.questions).toMatchObject([
    { title: 'Where?', localeTitle: 'कहाँ?', localeLabel: 'शहर', localeHelpText: 'The nearest one', autocomplete: 'on' },
  ])
  const [city] = step?.content[2]?.quiz?.questions ?? []
  expect(city?.answerOptions.map(({ localeLabel }) => localeLabel)).toEqual(['पुणे', 'Goa'])
  const [english] = (await open(session.id)).body.sessionSteps
  expect(english).toMatchObject({
    localeTitle: 'A step',
    content: [{ localeText: 'Hello' }, {}, { quiz: { localeHelpText: 'Take your time' } }],
  })
})

test('[QST-11] scale labels come with the session, in the reader’s language', async () => {
  const mood = makeQuestion('mood', 'Scale', {
    disabled: true,
    scaleQuestionnaire: { sorting: 'descending', options: [{ option: 1, label: toTexts('low', 'कम') }] },
  })
  const session = await buildSession(server, { content: { 0: [quizItem('ask')] }, quizzes: { ask: makeQuiz([mood]) } })
  const [step] = (await open(session.id, await server.buildPerson({ language: 'hi' }))).body.sessionSteps
  const options = [{ option: 1, label: 'low', localeLabel: 'कम' }]
  expect(step?.content[0]?.quiz?.questions).toMatchObject([
    { disabled: true, scaleQuestionnaire: { sorting: 'descending', options } },
  ])
})
