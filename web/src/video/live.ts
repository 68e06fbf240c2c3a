import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearCalls, hearHistory } from './queries.ts'

onLive('video.calls_changed', () => void hearCalls(queryClient))
onLive('video.history_changed', ({ channel }) => void hearHistory(queryClient, channel))
