import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** A bookmark was set or cleared on another device or in another tab. */
export const BookmarkChanged = z.object({
  type: z.literal('learning.bookmark_changed'),
  session: Id,
  isBookmarked: z.boolean(),
})
