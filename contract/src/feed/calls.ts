import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, Paging } from '../core/fields.ts'
import { FeedPost, FeedTag } from './entities.ts'

export const FEED_PAGE_SIZE = 10
/** The filter accepts no earlier day. */
export const FEED_FIRST_DAY = '2020-01-01'
/** As many as the form shows: a truncated filter would be wrong. */
export const FEED_MAX_TAGS = 100

/** A day in India. */
const Day = z.iso.date()

/** The filter uses Post and Quotes, a feed post uses post and quote; both are accepted. */
const eventWords = ['Post', 'Quotes', 'post', 'quote'] as const
const Event = z.pipe(
  z.enum(eventWords),
  z.transform((word: (typeof eventWords)[number]) =>
    word === 'Post' || word === 'post' ? ('post' as const) : ('quote' as const),
  ),
)

/** Tag keys separated by commas. */
const Tags = z.pipe(
  z.string().check(z.regex(new RegExp(`^[a-z0-9-]{1,60}(,[a-z0-9-]{1,60}){0,${FEED_MAX_TAGS - 1}}$`))),
  z.transform((list: string) => list.split(',')),
)

/** `next` of the previous reply; opaque to clients. */
const Cursor = z.string().check(z.regex(/^\d{1,17}_\d{1,15}$/))

export const listFeed = defineCall({
  method: 'GET',
  path: '/api/v2/learninghub/feed/',
  summary: 'List posts and quotes, newest first; `before` continues where a page ended, even if new posts arrived',
  action: 'feed.read',
  query: z.object({
    ...Paging(FEED_PAGE_SIZE),
    event: z.optional(Event),
    from: z.optional(Day),
    to: z.optional(Day),
    tags: z.optional(Tags),
    before: z.optional(Cursor),
  }),
  reply: z.object({
    posts: z.array(FeedPost).check(z.maxLength(50)),
    /** Null at the end. */
    next: z.nullable(Cursor),
  }),
  errors: [],
})

export const getFeedRange = defineCall({
  method: 'GET',
  path: '/api/v2/learninghub/feed/daterange/',
  summary: 'Get the first and last day of the feed and its tags',
  action: 'feed.read',
  reply: z.object({
    firstDate: z.nullable(Day),
    lastDate: z.nullable(Day),
    tags: z.array(FeedTag).check(z.maxLength(FEED_MAX_TAGS)),
  }),
  errors: [],
})

export const toggleLike = defineCall({
  method: 'POST',
  path: '/api/v2/learninghub/feed/toggle-like/',
  summary: 'Like or unlike a post',
  action: 'feed.write',
  /** With `isLiked` it is set to that value; a device that was offline cannot know the current one. */
  body: z.object({ id: Id, isLiked: z.optional(z.boolean()) }),
  reply: z.object({ id: Id, feedLikes: z.int(), isLiked: z.boolean() }),
  errors: ['feed.post_not_found'],
  // Toggling twice undoes the first, so a repeated request must not count.
  idempotencyKey: true,
})

export const reportClick = defineCall({
  method: 'POST',
  path: '/api/v2/learninghub/feed/click/',
  summary: 'Report that you opened a post’s link; counted once per person',
  action: 'feed.write',
  body: z.object({ id: Id }),
  reply: z.object({ id: Id }),
  errors: ['feed.post_not_found'],
})
