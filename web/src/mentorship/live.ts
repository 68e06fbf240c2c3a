import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearBookmark, hearMentorship, hearOwnProgress, hearWalk } from './queries.ts'

onLive('mentorship.changed', () => hearMentorship(queryClient))
/** Whether the area is open is a part of the profile, and while it is not the server names no mentorship. */
onLive('accounts.profile_changed', () => hearMentorship(queryClient))
onLive('mentorship.progress_changed', ({ mentorship, session }) => hearWalk(queryClient, mentorship, session))
/** Steps taken and bookmarks set on another device or in another tab. */
onLive('learning.progress_changed', ({ session }) => hearOwnProgress(queryClient, session))
onLive('learning.bookmark_changed', ({ session, isBookmarked }) => hearBookmark(queryClient, session, isBookmarked))
