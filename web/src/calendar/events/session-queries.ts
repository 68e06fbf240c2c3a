import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { cardsQuery, deadlinesOf } from '#mentorship/public.ts'

/** The reply also contains events, which are not needed here. */
const noEvents = { until: '2020-01-01T00:00:00Z' }

/** All sessions an event of this mentorship can refer to. */
const sessionsQuery = (mentorship: number) =>
  queryOptions({
    queryKey: ['calendar', 'sessions', mentorship],
    queryFn: async ({ signal }) =>
      (await send(listCalendarEvents, { params: { mentorshipId: mentorship }, query: noEvents }, { signal })).sessions,
  })

export type SessionChoice = { id: number; title: string }

/** The sessions of a mentorship: choices and deadlines. Undefined until they are loaded. */
export function useSessions(mentorship: number) {
  const mine = useQuery(cardsQuery(mentorship, 'mine'))
  const open = useQuery(cardsQuery(mentorship, 'open'))
  const cards = mine.data && open.data && [...mine.data, ...open.data]
  // A pair manager takes no sessions, but plans events about them.
  const isWatching = cards?.length === 0
  const others = useQuery({ ...sessionsQuery(mentorship), enabled: isWatching })
  const sessions = isWatching ? others.data : cards
  return {
    choices: sessions?.map(({ id, title, localeTitle }): SessionChoice => ({ id, title: localeTitle || title })),
    due: cards && deadlinesOf(cards),
    failed: sessions ? undefined : [mine, open, others].find(({ error }) => error),
  }
}
