import { onLive } from '#core/live.ts'
import { queryClient } from '#core/query-client.ts'
import { handleLikeChanged } from './like-queries.ts'

/** Liked or unliked in another tab or on another device. */
onLive('feed.like_changed', ({ id, feedLikes, isLiked }) => handleLikeChanged(queryClient, { id, feedLikes, isLiked }))
