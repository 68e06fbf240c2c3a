import type { ContentItem } from '@saathi/contract/content/items'
import type { SessionDetail, SessionProgress, Step } from '@saathi/contract/learning/detail'
import type { Question } from '@saathi/contract/questions/entities'
import { makeQuestion } from '@saathi/contract/questions/fakes'
import { sessionCard } from '../cards/session-card.fake.ts'

let lastId = 1000
const newId = () => (lastId += 1)

export const question = (changes: Partial<Question> = {}): Question => makeQuestion({ key: 'why', title: 'Why?', ...changes })

/** A content item for tests: `content('TEXT', { text: 'Hello' })`. */
export function content(contentType: ContentItem['contentType'], changes: Partial<ContentItem> = {}): ContentItem {
  return {
    id: newId(),
    contentType,
    text: null,
    localeText: null,
    image: null,
    localeImage: null,
    imageWidth: null,
    imageHeight: null,
    imageBytes: null,
    url: null,
    localeUrl: null,
    quiz: null,
    allowRetake: false,
    isAnswered: false,
    ...changes,
  }
}

/** A quiz with one question, mandatory by default. */
export function quizItem(changes: Partial<ContentItem> = {}, mandatory = true): ContentItem {
  const quiz = { id: 5, helpText: null, localeHelpText: null, questions: [question({ mandatory })] }
  return content('QUIZ', { quiz, ...changes })
}

export function step(id: number, changes: Partial<Step> = {}): Step {
  return { id, title: `Step ${id}`, localeTitle: '', duration: 10, order: id, status: 'NOT_STARTED', content: [], ...changes }
}

/** A session for tests; its totals follow from its steps. */
export function sessionDetail(changes: Partial<SessionDetail> = {}): SessionDetail {
  const sessionSteps = changes.sessionSteps ?? [step(11), step(12), step(13)]
  const done = sessionSteps.filter(({ status }) => status === 'COMPLETED')
  const sum = (steps: readonly Step[]) => steps.reduce((total, { duration }) => total + duration, 0)
  return {
    ...sessionCard({
      id: 3,
      title: 'Speak up',
      sessionStatus: 'ONGOING',
      totalSteps: sessionSteps.length,
      completedSteps: done.length,
      duration: sum(sessionSteps),
      sessionDuration: sum(sessionSteps),
      durationCompleted: sum(done),
    }),
    resumeStep: null,
    feedback: null,
    ...changes,
    sessionSteps,
  }
}

/** The server's reply once these steps are completed. */
export function standingOf(session: SessionDetail, completedStepIds: readonly number[]): SessionProgress {
  const done = session.sessionSteps.filter(({ id }) => completedStepIds.includes(id))
  const isWhole = done.length === session.sessionSteps.length
  return {
    session: session.id,
    sessionStatus: isWhole ? 'COMPLETED' : 'ONGOING',
    sessionDuration: session.sessionDuration,
    durationCompleted: done.reduce((total, { duration }) => total + duration, 0),
    completedSteps: done.length,
    totalSteps: session.sessionSteps.length,
    completedStepIds: [...completedStepIds],
    resumeStep: (session.sessionSteps.find(({ id }) => !completedStepIds.includes(id)) ?? session.sessionSteps[0])?.id ?? null,
  }
}
