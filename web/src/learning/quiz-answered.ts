import type { SessionDetail } from '@saathi/contract/learning/detail'
import type { QuizAddress } from './quiz-address.ts'

/** The held session with this quiz answered, so that the way on is open as soon as one is back at the step. */
export function withAnswered(held: SessionDetail, { step, quiz }: QuizAddress): SessionDetail {
  const sessionSteps = held.sessionSteps.map((each) => {
    if (each.id !== step) return each
    return { ...each, content: each.content.map((item) => (item.quiz?.id === quiz ? { ...item, isAnswered: true } : item)) }
  })
  return { ...held, sessionSteps }
}
