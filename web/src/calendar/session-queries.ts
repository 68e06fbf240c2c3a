import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

/** The answer has events, too; of these none are wanted here. */
const noEvents = { until: '2020-01-01T00:00:00Z' }

/** What an event of the mentorship can be about, whoever walks through it. */
export const sessionsQuery = (mentorship: number) =>
  queryOptions({
    queryKey: ['calendar', 'sessions', mentorship],
    queryFn: async ({ signal }) =>
      (await send(listCalendarEvents, { params: { mentorshipId: mentorship }, query: noEvents }, { signal })).sessions,
  })
