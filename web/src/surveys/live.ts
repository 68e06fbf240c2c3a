import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearSurvey } from './queries.ts'

/** A stage sent on another device or in another tab. */
onLive('surveys.survey_changed', ({ survey }) => hearSurvey(queryClient, survey))
