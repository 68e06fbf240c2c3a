import { IdParam } from '@saathi/contract/core/fields'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import * as z from 'zod/mini'
import { useSessionContext } from './journey.ts'
import { readWalk } from './use-walk.ts'

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

/**
 * Wherever one goes from a quiz, its own place in the history is given up: back must not open a form that was sent. Whoever
 * came from its step goes back to that place, so that the walk lies in the history as it was walked.
 */
export function useQuizWays({ session, step, quiz }: QuizAddress) {
  const router = useRouter()
  const journey = useSessionContext()
  const state: Record<string, unknown> = readWalk(useLocation({ select: (location) => location.state }))
  const toStep = { ...journey.toStep(session, step), replace: true }
  const isLeft = useRef(false)

  function leave() {
    // The second tap of a double one would leave the step too.
    if (isLeft.current) return
    isLeft.current = true
    // Asked of the router: two ways out may be taken before this page is drawn again.
    if (readWalk(router.latestLocation.state).below === step) router.history.back()
    else void router.navigate(toStep)
  }

  function handleLeave(event: MouseEvent) {
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    leave()
  }

  return {
    leave,
    /** For a link. */
    toStep: { ...toStep, onClick: handleLeave },
    toQuiz: { ...journey.toQuiz(session, step, quiz), replace: true, state },
    toResult: { ...journey.toResult(session, step, quiz), replace: true, state },
  }
}
