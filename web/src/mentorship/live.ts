import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { onMentorshipBookmarkChanged, onMentorshipChanged, onOwnProgress, onPartnerProgress } from './queries.ts'

onLive('mentorship.changed', () => onMentorshipChanged(queryClient))
/** The profile contains the area flag, and while the area is closed the server lists no mentorship. */
onLive('accounts.profile_changed', () => onMentorshipChanged(queryClient))
onLive('mentorship.progress_changed', ({ mentorship, session }) => onPartnerProgress(queryClient, mentorship, session))
/** Changes made on another device or in another tab. */
onLive('learning.progress_changed', ({ session }) => onOwnProgress(queryClient, session))
onLive('learning.bookmark_changed', ({ session, isBookmarked }) =>
  onMentorshipBookmarkChanged(queryClient, session, isBookmarked),
)
