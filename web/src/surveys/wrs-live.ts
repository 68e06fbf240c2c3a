import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { readinessQuery } from './wrs-queries.ts'

/** A survey completed elsewhere may have added a score. */
onLive('surveys.survey_changed', () => void queryClient.invalidateQueries({ queryKey: readinessQuery.queryKey }))
