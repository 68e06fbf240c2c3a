import { useLocation, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'

const Stepped = z.object({ stepped: z.literal(true) })
const Asked = z.object({ step: z.string() })
const stepped: Record<string, unknown> = { stepped: true }

/** The steps of one screen stand in its address, so that the browser's own back button goes back a step too. */
export function useSteps<Step extends string>(path: `/${string}`, steps: readonly [Step, ...Step[]], leavesTo: string) {
  const router = useRouter()
  const { search, state } = useLocation()
  const asked = z.safeParse(Asked, search).data?.step
  const step = steps.find((each) => each === asked) ?? steps[0]
  const place = steps.indexOf(step)

  function hrefOf(next: Step): string {
    return next === steps[0] ? path : `${path}?${new URLSearchParams({ step: next })}`
  }

  const goTo = (next: Step) =>
    router.navigate({ href: hrefOf(next), ...(steps.indexOf(next) === place + 1 && { state: stepped }) })

  function goBack() {
    // Only when the page before is the step before; after a fresh start that would lead out of Saathi.
    if (z.safeParse(Stepped, state).success) return router.history.back()
    const before = steps[place - 1]
    void router.navigate({ href: before === undefined ? leavesTo : hrefOf(before), replace: before !== undefined })
  }

  return { step, place, goTo, goBack }
}
