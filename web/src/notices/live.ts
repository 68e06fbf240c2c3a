import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { handleNoticesChanged } from './queries.ts'

/** A notice arrived, or was read in another tab or on another device. */
onLive('notices.changed', ({ unreadCount }) => handleNoticesChanged(queryClient, unreadCount))
