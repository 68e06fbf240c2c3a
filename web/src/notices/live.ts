import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearNotices } from './queries.ts'

/** A notice came, or was read in another tab or on another device. */
onLive('notices.changed', ({ unreadCount }) => hearNotices(queryClient, unreadCount))
