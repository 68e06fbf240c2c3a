import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { refetchMatches } from './queries.ts'

onLive('matching.changed', () => void refetchMatches(queryClient))
// Events are lost while the socket is down, and a first fetch in flight may predate them.
onLive('core.ready', () => void refetchMatches(queryClient))
