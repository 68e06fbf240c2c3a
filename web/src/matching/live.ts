import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearMatches } from './queries.ts'

onLive('matching.changed', () => void hearMatches(queryClient))
// What was said while the line was down was said to nobody; a first reading that was under way then may be older.
onLive('core.ready', () => void hearMatches(queryClient))
