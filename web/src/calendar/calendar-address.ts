import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type Day, isDay } from './days.ts'

const CalendarSearch = z.object({ calendar: z.optional(z.unknown()), mentorship: z.optional(z.unknown()) })
const OverHomeState = z.object({ isOverHome: z.literal(true), adds: z.boolean() })

/** The day in the URL; today if it is invalid, and null if there is none. */
export function useCalendarAddress(today: Day): Day | null {
  const urlDay = useSearch({ strict: false, select: (search: unknown) => z.safeParse(CalendarSearch, search).data?.calendar })
  if (urlDay === undefined) return null
  return isDay(urlDay) ? urlDay : today
}

/** Whether the URL names this mentorship; without one, the home shows the newest. */
export const useIsInUrl = (mentorship: number): boolean =>
  useSearch({
    strict: false,
    select: (search: unknown) => String(z.safeParse(CalendarSearch, search).data?.mentorship) === String(mentorship),
  })

const overHomeState = (adds: boolean): Record<string, unknown> => ({ isOverHome: true, adds })

/**
 * Link that opens the calendar over the mentorship home; an empty day means today. Keeps other search parameters and the scroll
 * position.
 */
export const calendarLink = (day: Day, adds = false) => ({
  to: '/mentorship',
  search: (search: Record<string, unknown>) => ({ ...search, calendar: day }),
  state: overHomeState(adds),
  resetScroll: false,
})

/** Whether the calendar was opened by a link that starts a new event. */
export const useOpensForm = (): boolean =>
  useLocation({ select: ({ state }) => z.safeParse(OverHomeState, state).data?.adds === true })

const removeDay = ({ calendar: _day, ...search }: Record<string, unknown>) => search

export function useCalendarNavigation() {
  const router = useRouter()
  const isOver = () => z.safeParse(OverHomeState, router.state.location.state).success
  return {
    /** Replaces the history entry, so that one step back closes the calendar. */
    showDay: (day: Day) =>
      void router.navigate({
        to: '/mentorship',
        search: (search: Record<string, unknown>) => ({ ...search, calendar: day }),
        state: isOver() ? overHomeState(false) : {},
        replace: true,
        resetScroll: false,
      }),
    /** Records that the form was opened: a reload or a step forward must not open it again. */
    markFormOpened: () =>
      void router.navigate({ to: '/mentorship', search: true, state: overHomeState(false), replace: true, resetScroll: false }),
    close: () => {
      // Opened from the home: go back to its history entry. After a direct visit there is no such entry.
      if (isOver()) return router.history.back()
      void router.navigate({ to: '/mentorship', search: removeDay, replace: true, resetScroll: false })
    },
  }
}
