import { LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { DangerKind } from '@saathi/contract/help/entities'
import * as z from 'zod/mini'
import { MediaName, Texts, WholeNumber, DaysAgo, Key, TimeOfDay } from './parts.ts'

/** community/<name>.md and community/<name>.<language>.md; the first line is its title, `# Privacy policy`. */
export const legalFiles = {
  'privacy-policy': LEGAL_IDS.privacyPolicy,
  'terms-of-service': LEGAL_IDS.termsOfService,
  'code-of-conduct': LEGAL_IDS.codeOfConduct,
} as const
export type LegalName = keyof typeof legalFiles
export const isLegalName = (name: string): name is LegalName => Object.hasOwn(legalFiles, name)
export const LEGAL_MAX_LENGTH = 60_000

/** community/faq.json. Answers are Markdown on one line. */
export const FaqFile = z.strictObject({
  topics: z
    .array(
      z.strictObject({
        title: Texts(60),
        items: z.array(z.strictObject({ question: Texts(160), answer: Texts(1500) })).check(z.minLength(1), z.maxLength(30)),
      }),
    )
    .check(z.maxLength(20)),
})
export type FaqFile = z.infer<typeof FaqFile>

/** community/helplines.json: phone numbers for people in danger. */
export const HelplinesFile = z.strictObject({
  helplines: z
    .array(
      z.strictObject({
        number: z.string().check(z.regex(/^\+?\d{2,15}$/, 'must be a phone number as dialled, like 14416')),
        name: Texts(40),
        text: Texts(120),
        places: z.partialRecord(DangerKind, WholeNumber(1, 20)),
        checkedOn: z.iso.date('must be the day on which the number was verified, like 2026-11-17'),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
})
export type HelplinesFile = z.infer<typeof HelplinesFile>

const CardFile = z.strictObject({
  image: MediaName,
  text: Texts(160),
  link: z.optional(
    z.string().check(z.maxLength(500), z.regex(/^(https:\/\/\S+|\/\S*)$/, 'must be an https address or a path of this site')),
  ),
})

/** cards.json. */
export const CardsFile = z.strictObject({
  internship: z._default(z.array(CardFile).check(z.maxLength(12)), []),
  mentorship: z._default(z.array(CardFile).check(z.maxLength(12)), []),
})
export type CardsFile = z.infer<typeof CardsFile>

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
