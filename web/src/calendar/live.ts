import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { refetchEvents } from './queries.ts'
import { refetchIntegrations } from './sync/queries.ts'

onLive('calendar.changed', ({ mentorship }) => void refetchEvents(queryClient, mentorship))
onLive('calendar.integration_changed', () => void refetchIntegrations(queryClient))
