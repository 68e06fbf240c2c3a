import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import type { DraftQuestion } from '@saathi/contract/content/drafts'
import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import { QuestionType, typesWithOptions } from '@saathi/contract/questions/entities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  authorDesk,
  beginAtStep,
  choiceQuestion,
  quizBlock,
  readSession,
  sessionId,
  textBlock,
  writeSession,
} from '../../../test/drafts.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { sendAnswers } from '../../../test/send-answers.ts'
import { buildStaff } from '../../../test/staff-rights.ts'

let server: TestServer
let leela: number
beforeAll(async () => {
  server = await startTestServer()
  leela = await buildStaff(server, 'Author')
})
afterAll(() => server.stop())

/** As the editor makes a question of this type. */
const questionOf = (questionType: QuestionType): DraftQuestion => {
  const plain = choiceQuestion(questionType.toLowerCase(), { questionType, mandatory: false, title: `Say it as ${questionType}` })
  return typesWithOptions.includes(questionType) ? plain : { ...plain, answerOptions: [] }
}

test('[AUT-04] questions of all 18 types are written, published and answered, with rules, marks and explanations', async () => {
  const desk = authorDesk(server, leela)
  const key = await writeSession(server, leela, { title: 'All kinds' })
  const changes: Partial<Record<QuestionType, Partial<DraftQuestion>>> = {
    Text: { autocomplete: 'name', label: 'Your name' },
    SingleChoiceRadio: { mandatory: true, helpText: 'Think first.' },
    Number: { disabled: true },
    Scale: {
      scale: {
        sorting: 'descending',
        options: [
          { option: 1, label: 'Never' },
          { option: 5, label: 'Always' },
        ],
      },
    },
  }
  const questions = QuestionType.options.map((type) => ({ ...questionOf(type), ...changes[type] }))
  expect(questions).toHaveLength(18)
  const once = { ...quizBlock('b2', 'check'), allowRetake: false }
  await desk.write(key, 'step:try', { kind: 'step', blocks: [textBlock('b1', 'Say one sentence.'), once] })
  const saved = await desk.write(key, 'quiz:check', { kind: 'quiz', helpText: 'All of them.', questions })
  expect(saved.body.problems).toEqual([])
  expect((await desk.publish(key)).status).toBe(200)

  const asha = await server.buildPerson()
  const session = await sessionId(server, key)
  await beginAtStep(server, asha, session)
  const { sessionSteps } = await readSession(server, asha, session)
  const quiz = sessionSteps[1]?.content[1]?.quiz
  expect(quiz?.questions.map(({ questionType }) => questionType)).toEqual(QuestionType.options)
  const shown = new Map(quiz?.questions.map((question) => [question.questionType, question]))
  expect(shown.get('Text')).toMatchObject({ autocomplete: 'name', localeLabel: 'Your name' })
  expect(shown.get('Number')).toMatchObject({ disabled: true })
  expect(shown.get('Scale')?.scaleQuestionnaire).toMatchObject({ sorting: 'descending', options: [{ option: 1 }, { option: 5 }] })
  expect(shown.get('SingleChoiceRadio')).toMatchObject({ mandatory: true, localeHelpText: 'Think first.' })
  expect(JSON.stringify(quiz), 'before the answer').not.toContain('Nobody listens then.')

  const place = { session, step: sessionSteps[1]?.id ?? 0, quiz: quiz?.id ?? 0 }
  expect((await sendAnswers(server, asha, place, { answers: { scale: 5 } })).status, 'the mandatory one is open').toBe(422)
  expect((await sendAnswers(server, asha, place, { answers: { singlechoiceradio: 'shout', scale: 5 } })).status).toBe(200)
  const answered = await server.ask(asha, getQuiz, { params: place, query: {} })
  const radio = answered.body.quiz.questions.find((question) => question.key === 'singlechoiceradio')
  expect(radio?.answerOptions).toMatchObject([
    { key: 'listen', isCorrect: true },
    { key: 'shout', isCorrect: false, localeHelpText: 'Nobody listens then.' },
  ])
})

test('[AUT-04] a scale without words of its own goes from 1 to 10, and a choice without options is a mistake', async () => {
  const desk = authorDesk(server, leela)
  const key = await writeSession(server, leela, { title: 'Scales' })
  const write = (...questions: DraftQuestion[]) => desk.write(key, 'quiz:check', { kind: 'quiz', helpText: '', questions })
  expect((await write(questionOf('Scale'))).body.problems).toEqual([])
  const bare = choiceQuestion('bare', { answerOptions: [] })
  expect((await write(bare)).body.problems).toMatchObject([{ part: 'quiz:check', path: 'questions[0].answerOptions' }])
})

test('[AUT-03] the preview shows each reader what they will see once it is published', async () => {
  const desk = authorDesk(server, leela)
  const key = await writeSession(server, leela, { title: 'Seen before' })
  const tip = { ...textBlock('b2', 'Share a time your own voice shook.'), contentType: 'MENTOR_TIPS' as const }
  await desk.write(key, 'step:why', { kind: 'step', blocks: [textBlock('b1', 'Breathe **in**.'), tip] })
  await desk.write(key, 'step:try', { kind: 'step', blocks: [textBlock('b1', 'Say one sentence.'), quizBlock('b2', 'check')] })
  const params = desk.at(key)
  const { rows } = (await server.ask(leela, team.listTranslations, { params, query: { language: 'hi' } })).body
  for (const { part, path, source, revision } of rows) {
    const body = { language: 'hi', part, path, source, revision, text: `हिंदी ${source}` }
    await server.ask(leela, team.saveTranslation, { params, body })
  }
  const preview = async (language: string, isMentor: boolean) =>
    (await server.ask(leela, calls.previewDraft, { params, query: { language, isMentor: isMentor ? '1' : '0' } })).body.steps
  const before = {
    mentee: await preview('en', false),
    mentor: await preview('en', true),
    hindi: await preview('hi', false),
  }
  expect(before.mentee[0]?.content.map(({ contentType }) => contentType)).toEqual(['TEXT'])
  expect(before.mentor[0]?.content.map(({ contentType }) => contentType)).toEqual(['TEXT', 'MENTOR_TIPS'])
  expect(before.hindi[0]?.title).toBe('हिंदी Why rooms feel loud')

  await desk.publish(key)
  const session = await sessionId(server, key)
  const readers = {
    mentee: await server.buildPerson(),
    mentor: await server.buildPerson({ role: 'Mentor' }),
    hindi: await server.buildPerson({ language: 'hi' }),
  }
  for (const reader of ['mentee', 'mentor', 'hindi'] as const) {
    const { sessionSteps } = await readSession(server, readers[reader], session)
    // The quiz has an id only when it is published.
    const plain = (steps: readonly { content: readonly { localeText: string | null; contentType: string }[] }[]) =>
      steps.map(({ content }) => content.map(({ contentType, localeText }) => [contentType, localeText]))
    expect(plain(sessionSteps), reader).toEqual(plain(before[reader]))
    expect(sessionSteps.map(({ localeTitle }) => localeTitle)).toEqual(before[reader].map(({ title }) => title))
  }
})
