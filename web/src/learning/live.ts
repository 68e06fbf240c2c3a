import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearBookmark } from './queries.ts'
import { hearProgress } from './session-queries.ts'

/** Bookmarks set and steps taken on another device or in another tab. */
onLive('learning.bookmark_changed', ({ session, isBookmarked }) => hearBookmark(queryClient, session, isBookmarked))
onLive('learning.progress_changed', ({ session }) => hearProgress(queryClient, session))
