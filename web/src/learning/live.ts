import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearBookmark } from './queries.ts'

/** Bookmarks set on another device or in another tab. */
onLive('learning.bookmark_changed', ({ session, isBookmarked }) => hearBookmark(queryClient, session, isBookmarked))
