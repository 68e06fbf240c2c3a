import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'

export const FeedEvent = z.enum(['post', 'quote'])
export type FeedEvent = z.infer<typeof FeedEvent>

export const FeedTag = z.object({ key: z.string(), name: z.string(), localeName: z.string() })
export type FeedTag = z.infer<typeof FeedTag>

const Words = z.nullable(z.string())

/** A post has a title and a description, a quote a text and an author; fields of the other kind are null. */
export const FeedContent = z.object({
  thumbnail: Words,
  thumbnailWidth: z.nullable(z.int()),
  thumbnailHeight: z.nullable(z.int()),
  /** In data saver mode, the size is shown before the picture is loaded. */
  thumbnailBytes: z.nullable(z.int()),
  title: Words,
  localeTitle: Words,
  description: Words,
  localeDescription: Words,
  link: Words,
  /** A note by the programme's team. */
  mtCuratedNote: Words,
  localeMtCuratedNote: Words,
  text: Words,
  localeText: Words,
  author: Words,
  localeAuthor: Words,
})
export type FeedContent = z.infer<typeof FeedContent>

export const FeedPost = z.object({
  id: Id,
  event: FeedEvent,
  publishedAt: Time,
  feedLikes: z.int().check(z.minimum(0)),
  isLiked: z.boolean(),
  tags: z.array(FeedTag).check(z.maxLength(10)),
  content: FeedContent,
})
export type FeedPost = z.infer<typeof FeedPost>
