import { getReadiness } from '@saathi/contract/surveys/readiness-calls'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export const readinessQuery = queryOptions({
  queryKey: ['surveys', 'readiness'],
  queryFn: ({ signal }) => send(getReadiness, {}, { signal }),
})
