import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

/** What an event of the mentorship can be about, whoever walks through it. */
export const sessionsQuery = (mentorship: number) =>
  queryOptions({
    queryKey: ['calendar', 'sessions', mentorship],
    queryFn: async ({ signal }) =>
      (await send(listCalendarEvents, { params: { mentorshipId: mentorship } }, { signal })).sessions,
  })
