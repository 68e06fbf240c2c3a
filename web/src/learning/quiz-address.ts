import { IdParam } from '@saathi/contract/core/fields'
import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useJourney } from './journey.ts'

const Address = z.object({ session: IdParam, step: IdParam, quiz: IdParam })
/** Which quiz: the same one may stand in two steps, each with its own answers. */
export type QuizAddress = z.infer<typeof Address>

const Shown = z.object({ view: z.literal('result') })
export const wantsResult = (search: unknown): boolean => z.safeParse(Shown, search).success

/** What the address names; null where a part is missing. A result has an address of its own, so that a reload stays there. */
export function useQuizAddress(): { address: QuizAddress | null; wantsResult: boolean } {
  // Of this page, not of the one that is on its way: that one names no quiz.
  const search: unknown = useSearch({ strict: false })
  return { address: z.safeParse(Address, search).data ?? null, wantsResult: wantsResult(search) }
}

/** Wherever one goes from a quiz, its own place in the history is given up: back must not open a form that was sent. */
export function useQuizWays({ session, step, quiz }: QuizAddress) {
  const journey = useJourney()
  return {
    toStep: { ...journey.toStep(session, step), replace: true },
    toQuiz: { ...journey.toQuiz(session, step, quiz), replace: true },
    toResult: { ...journey.toResult(session, step, quiz), replace: true },
  }
}
