import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { hearLikes } from './like-queries.ts'

/** Liked, or let go, in another tab or on another device. */
onLive('feed.like_changed', ({ id, feedLikes, isLiked }) => hearLikes(queryClient, { id, feedLikes, isLiked }))
