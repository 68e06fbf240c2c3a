import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { refetchCalls, refetchHistory } from './queries.ts'

onLive('video.calls_changed', ({ channel }) => void refetchCalls(queryClient, channel))
onLive('video.history_changed', ({ channel }) => {
  void refetchHistory(queryClient, channel)
  void refetchCalls(queryClient, channel)
})
