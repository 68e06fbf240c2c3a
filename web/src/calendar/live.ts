import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearEvents } from './queries.ts'
import { hearIntegrations } from './sync-queries.ts'

onLive('calendar.changed', ({ mentorship }) => void hearEvents(queryClient, mentorship))
onLive('calendar.integration_changed', () => void hearIntegrations(queryClient))
