import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** A bookmark was set or cleared on another device or in another tab. */
export const BookmarkChanged = z.object({
  type: z.literal('learning.bookmark_changed'),
  session: Id,
  isBookmarked: z.boolean(),
})

/** A session was started, advanced or completed, in this or another tab. */
export const ProgressChanged = z.object({ type: z.literal('learning.progress_changed'), session: Id })
