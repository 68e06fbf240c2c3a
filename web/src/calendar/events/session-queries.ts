import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

/** The reply also contains events, which are not needed here. */
const noEvents = { until: '2020-01-01T00:00:00Z' }

/** All sessions an event of this mentorship can refer to. */
export const sessionsQuery = (mentorship: number) =>
  queryOptions({
    queryKey: ['calendar', 'sessions', mentorship],
    queryFn: async ({ signal }) =>
      (await send(listCalendarEvents, { params: { mentorshipId: mentorship }, query: noEvents }, { signal })).sessions,
  })
