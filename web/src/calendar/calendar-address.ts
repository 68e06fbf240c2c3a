import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type Day, isDay } from './days.ts'

const Named = z.object({ calendar: z.optional(z.unknown()), mentorship: z.optional(z.unknown()) })
const Over = z.object({ isOverHome: z.literal(true), adds: z.boolean() })

/** The day that the address names; today where it names none that can be, and null where it names no calendar. */
export function useCalendarAddress(today: Day): Day | null {
  const named = useSearch({ strict: false, select: (search: unknown) => z.safeParse(Named, search).data?.calendar })
  if (named === undefined) return null
  return isDay(named) ? named : today
}

/** Whether the address names this mentorship; where it names none, the home shows the one that began last. */
export const useIsNamed = (mentorship: number): boolean =>
  useSearch({
    strict: false,
    select: (search: unknown) => String(z.safeParse(Named, search).data?.mentorship) === String(mentorship),
  })

const over = (adds: boolean): Record<string, unknown> => ({ isOverHome: true, adds })

/** For a link on the home; '' is today. What else the address names stays, and so does the place on the page. */
export const calendarLink = (day: Day, adds = false) => ({
  to: '/mentorship',
  search: (search: Record<string, unknown>) => ({ ...search, calendar: day }),
  state: over(adds),
  resetScroll: false,
})

/** Whether it was opened to plan something at once. */
export const useAddsAtOnce = (): boolean => useLocation({ select: ({ state }) => z.safeParse(Over, state).data?.adds === true })

const without = ({ calendar: _day, ...search }: Record<string, unknown>) => search

export function useCalendarWays() {
  const router = useRouter()
  const isOver = () => z.safeParse(Over, router.state.location.state).success
  return {
    /** In the same place of the history, so that one step back closes it, however many days were looked at. */
    showDay: (day: Day) =>
      void router.navigate({
        to: '/mentorship',
        search: (search: Record<string, unknown>) => ({ ...search, calendar: day }),
        state: isOver() ? over(false) : {},
        replace: true,
        resetScroll: false,
      }),
    /** The form has been opened: neither a reload nor a step forward is to open it once more. */
    hasAdded: () =>
      void router.navigate({ to: '/mentorship', search: true, state: over(false), replace: true, resetScroll: false }),
    close: () => {
      // The home is one step back where it was opened from there; who came by its address has no such step.
      if (isOver()) return router.history.back()
      void router.navigate({ to: '/mentorship', search: without, replace: true, resetScroll: false })
    },
  }
}
