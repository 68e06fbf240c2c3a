import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** A post was liked or unliked in another tab of the same person. */
export const LikeChanged = z.object({ type: z.literal('feed.like_changed'), id: Id, feedLikes: z.int(), isLiked: z.boolean() })
