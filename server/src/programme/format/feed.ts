import * as z from 'zod/mini'
import { DaysAgo, Key, MediaName, Texts, TimeOfDay } from './parts.ts'

const Link = z
  .string()
  .check(
    z.maxLength(500),
    z.regex(/^(https:\/\/\S+|\/\S*)$/, 'must be an https address or a path of this site like /learninghub'),
  )

const common = { key: Key, daysAgo: DaysAgo, at: TimeOfDay, tags: z._default(z.array(Key).check(z.maxLength(4)), []) }

const PostFile = z.strictObject({
  ...common,
  event: z.literal('post'),
  title: Texts(90),
  description: Texts(900),
  thumbnail: z.optional(MediaName),
  link: z.optional(Link),
  curatedNote: z.optional(Texts(200)),
})

const QuoteFile = z.strictObject({ ...common, event: z.literal('quote'), text: Texts(240), author: Texts(80) })

/** feed.json, documented in demo/README.md. `daysAgo` and `at` are relative to the day of loading, in India. */
export const FeedFile = z.strictObject({
  posts: z.array(z.discriminatedUnion('event', [PostFile, QuoteFile])).check(z.maxLength(500)),
})
export type FeedFile = z.infer<typeof FeedFile>
export type FeedPostFile = FeedFile['posts'][number]
