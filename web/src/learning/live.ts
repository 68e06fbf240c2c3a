import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { onHubBookmarkChanged } from './queries.ts'
import { onProgressChanged } from './session/queries.ts'

/** Changes made on another device or in another tab. */
onLive('learning.bookmark_changed', ({ session, isBookmarked }) => onHubBookmarkChanged(queryClient, session, isBookmarked))
onLive('learning.progress_changed', ({ session }) => onProgressChanged(queryClient, session))
