import { getReadiness } from '@saathi/contract/surveys/readiness-calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'

export const readinessQuery = queryOptions({
  queryKey: ['surveys', 'readiness'],
  queryFn: ({ signal }) => send(getReadiness, {}, { signal }),
})

/** A survey completed elsewhere may have added a score. */
onLive('surveys.survey_changed', () => void queryClient.invalidateQueries({ queryKey: readinessQuery.queryKey }))
