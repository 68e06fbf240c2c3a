import { useLocation, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useSessionContext } from '../session/context.tsx'

/**
 * Stored in each history entry: its distance from the introduction (or the mentorship summary), and the step of the entry below.
 * Our back button then matches the browser's, and leaving removes all visited steps from the history.
 */
const HistoryState = z.object({ aboveIntro: z.optional(z.int()), below: z.optional(z.int()) })
type HistoryState = z.infer<typeof HistoryState>

const stateOf = (here: HistoryState): Record<string, unknown> => here
export const readHistoryState = (state: unknown): HistoryState => z.safeParse(HistoryState, state).data ?? {}
/** State for links from the introduction. */
export const afterIntro = stateOf({ aboveIntro: 1 })

export function useStepHistory(session: number, step: number) {
  const router = useRouter()
  const { toStep, toOutside } = useSessionContext()
  const state: unknown = useLocation({ select: (location) => location.state })
  const here = readHistoryState(state)

  /** State of the next entry. A new tab has no introduction below it, so `aboveIntro` stays undefined. */
  const next = stateOf({ ...(here.aboveIntro !== undefined && { aboveIntro: here.aboveIntro + 1 }), below: step })

  return {
    next,
    goTo: (target: number) => void router.navigate({ ...toStep(session, target), state: next }),
    goBackTo: (target: number) => {
      if (here.below === target) router.history.back()
      else void router.navigate({ ...toStep(session, target), state: stateOf(here), replace: true })
    },
    leave: () => {
      if (here.aboveIntro !== undefined) router.history.go(-here.aboveIntro)
      else void router.navigate({ ...toOutside(session), replace: true })
    },
  }
}
