import * as z from 'zod/mini'

/** A notice arrived or was read, here or in another tab. */
export const NoticesChanged = z.object({ type: z.literal('notices.changed'), unreadCount: z.int() })
