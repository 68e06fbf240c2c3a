import type { SessionDetail, SessionProgress } from '@saathi/contract/learning/detail'
import { getQuiz, type QuizState } from '@saathi/contract/learning/quiz-calls'
import type { Question } from '@saathi/contract/questions/entities'
import { Toaster } from '#core/ui/overlay/toast.tsx'
import { makeOption, makeQuestion } from '#questions/question.fake.ts'
import { answer, makeProfile, show } from '../../../test/harness.tsx'
import { QuizPage } from './page.tsx'
import { sessionCard } from '../cards/session-card.fake.ts'

export const quizPath = '/session/step/quiz/?session=3&step=14&quiz=5'
export const stepPath = '/session/step?session=3&step=14'
export const draftKey = 'saathi.quiz.3.14.5'

export const quizQuestion = (key: string, changes: Partial<Question> = {}): Question =>
  makeQuestion({ key, title: `Title of ${key}`, ...changes })

export const breath = quizQuestion('breath', {
  title: 'What does a longer breath out tell your body?',
  questionType: 'SingleChoiceRadio',
  mandatory: true,
  answerOptions: [
    makeOption('hurry', { label: 'That you need to hurry' }),
    makeOption('safe', { label: 'That the room is safe' }),
    makeOption('louder', { label: 'That you should speak louder' }),
  ],
})
export const friend = quizQuestion('friend', { title: 'Whom will you tell?', mandatory: true })
export const years = quizQuestion('years', { title: 'How old were you then?', questionType: 'Number' })

type QuizChanges = Partial<Omit<QuizState, 'quiz'>> & { questions?: Question[]; helpText?: string; localeHelpText?: string }

export function quizState({
  questions = [breath, friend, years],
  helpText,
  localeHelpText,
  ...changes
}: QuizChanges = {}): QuizState {
  return {
    session: 3,
    step: 14,
    quiz: {
      id: 5,
      helpText: helpText ?? null,
      localeHelpText: localeHelpText ?? null,
      questions: questions.map((question, order) => ({ ...question, order })),
    },
    allowRetake: false,
    canAnswer: true,
    attempts: 0,
    submittedAt: null,
    answers: [],
    results: [],
    ...changes,
  }
}

/** State after a submission. */
export const sentState = (changes: QuizChanges = {}): QuizState =>
  quizState({ attempts: 1, submittedAt: '2026-11-14T08:00:00.000Z', canAnswer: false, ...changes })

export const progress: SessionProgress = {
  session: 3,
  sessionStatus: 'ONGOING',
  sessionDuration: 30,
  durationCompleted: 10,
  completedSteps: 1,
  totalSteps: 4,
  completedStepIds: [14],
  resumeStep: 15,
}

/** The session as cached before the quiz is answered. */
export const cachedSession: SessionDetail = {
  ...sessionCard({ id: 3 }),
  resumeStep: 14,
  feedback: null,
  sessionSteps: [
    {
      id: 14,
      title: 'Breathe',
      localeTitle: '',
      duration: 10,
      order: 1,
      status: 'NOT_STARTED',
      content: [
        {
          id: 41,
          contentType: 'QUIZ',
          text: null,
          localeText: null,
          image: null,
          localeImage: null,
          imageWidth: null,
          imageHeight: null,
          imageBytes: null,
          url: null,
          localeUrl: null,
          quiz: { id: 5, helpText: null, localeHelpText: null, questions: [] },
          allowRetake: false,
          isAnswered: false,
        },
      ],
    },
  ],
}

const toastLabel = 'Messages'

/** The page with its toaster, as in the app. */
export const showPage = (path = quizPath) =>
  show(
    <main>
      <QuizPage />
      <Toaster label={toastLabel} />
    </main>,
    { profile: makeProfile(), path },
  )

export function showQuiz(state: QuizState = quizState(), path = quizPath) {
  const { inputs } = answer(getQuiz, state)
  return showPage(path).then((screen) => Object.assign(screen, { asks: inputs }))
}
