import { IdParam } from '@saathi/contract/core/fields'
import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { quizLink, stepLink } from './session-address.ts'

const Address = z.object({ session: IdParam, step: IdParam, quiz: IdParam })
/** Which quiz: the same one may stand in two steps, each with its own answers. */
export type QuizAddress = z.infer<typeof Address>

const Shown = z.object({ view: z.literal('result') })

/** What the address names; null where a part is missing. A result has an address of its own, so that a reload stays there. */
export function useQuizAddress(): { address: QuizAddress | null; wantsResult: boolean } {
  // Of this page, not of the one that is on its way: that one names no quiz.
  const search: unknown = useSearch({ strict: false })
  return { address: z.safeParse(Address, search).data ?? null, wantsResult: z.safeParse(Shown, search).success }
}

/** Wherever one goes from a quiz, its own place in the history is given up: back must not open a form that was sent. */
export const toStep = ({ session, step }: QuizAddress) => ({ ...stepLink(session, step), replace: true }) as const

export const toQuiz = ({ session, step, quiz }: QuizAddress) => ({ ...quizLink(session, step, quiz), replace: true }) as const

export const toResult = ({ session, step, quiz }: QuizAddress) =>
  ({ to: '/session/step/quiz/', search: { session, step, quiz, view: 'result' }, replace: true }) as const
