import { useLocation, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'

const SteppedState = z.object({ stepped: z.literal(true) })
const StepSearch = z.object({ step: z.string() })
const stepped: Record<string, unknown> = { stepped: true }

/** Keeps the steps of a screen in its URL, so that the browser's back button goes back a step. */
export function useSteps<Step extends string>(path: `/${string}`, steps: readonly [Step, ...Step[]], leavesTo: string) {
  const router = useRouter()
  const { search, state } = useLocation()
  const requested = z.safeParse(StepSearch, search).data?.step
  const step = steps.find((each) => each === requested) ?? steps[0]
  const place = steps.indexOf(step)

  function hrefOf(next: Step): string {
    return next === steps[0] ? path : `${path}?${new URLSearchParams({ step: next })}`
  }

  const goTo = (next: Step) =>
    router.navigate({ href: hrefOf(next), ...(steps.indexOf(next) === place + 1 && { state: stepped }) })

  function goBack() {
    // Only if the previous page is the previous step; after a fresh start it would leave Saathi.
    if (z.safeParse(SteppedState, state).success) return router.history.back()
    const before = steps[place - 1]
    void router.navigate({ href: before === undefined ? leavesTo : hrefOf(before), replace: before !== undefined })
  }

  return { step, place, goTo, goBack }
}
