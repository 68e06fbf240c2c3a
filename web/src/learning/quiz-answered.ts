import type { SessionDetail } from '@saathi/contract/learning/detail'
import type { QuizAddress } from './quiz-address.ts'

/** Marks this quiz as answered in the cached session, so that the way forward is open immediately. */
export function withAnswered(session: SessionDetail, { step, quiz }: QuizAddress): SessionDetail {
  const sessionSteps = session.sessionSteps.map((each) => {
    if (each.id !== step) return each
    return { ...each, content: each.content.map((item) => (item.quiz?.id === quiz ? { ...item, isAnswered: true } : item)) }
  })
  return { ...session, sessionSteps }
}
