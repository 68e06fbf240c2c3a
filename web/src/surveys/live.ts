import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { onSurveyChanged } from './queries.ts'

/** A stage was submitted on another device or in another tab. */
onLive('surveys.survey_changed', ({ survey }) => onSurveyChanged(queryClient, survey))
