import { useLocation, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useSessionContext } from './journey.ts'

/**
 * Kept with each place in the browser's history: how many places it lies above the introduction, or in a mentorship above
 * the summary, and which step the place below it is. So our own way back and the browser's are one, and leaving takes the whole walk off the history.
 */
const Walk = z.object({ aboveIntro: z.optional(z.int()), below: z.optional(z.int()) })
type Walk = z.infer<typeof Walk>

const stateOf = (walk: Walk): Record<string, unknown> => walk
export const readWalk = (state: unknown): Walk => z.safeParse(Walk, state).data ?? {}
/** For links from there. */
export const afterIntro = stateOf({ aboveIntro: 1 })

export function useWalk(session: number, step: number) {
  const router = useRouter()
  const { toStep, toOutside } = useSessionContext()
  const state: unknown = useLocation({ select: (location) => location.state })
  const walk = readWalk(state)

  /** The place after this one. A fresh tab has no introduction below it, and none above that. */
  const next = stateOf({ ...(walk.aboveIntro !== undefined && { aboveIntro: walk.aboveIntro + 1 }), below: step })

  return {
    next,
    goTo: (wanted: number) => void router.navigate({ ...toStep(session, wanted), state: next }),
    goBackTo: (wanted: number) => {
      if (walk.below === wanted) router.history.back()
      else void router.navigate({ ...toStep(session, wanted), state: stateOf(walk), replace: true })
    },
    leave: () => {
      if (walk.aboveIntro !== undefined) router.history.go(-walk.aboveIntro)
      else void router.navigate({ ...toOutside(session), replace: true })
    },
  }
}
