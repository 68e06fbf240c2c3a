import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, LanguageCode, Time } from '../core/fields.ts'

/** Fixed ids of the three legal texts in the community list. */
export const LEGAL_IDS = { privacyPolicy: 3, termsOfService: 4, codeOfConduct: 6 } as const

export const CommunityItem = z.object({
  id: Id,
  title: z.string(),
  localeTitle: z.string(),
  /** Markdown; the client renders only basic elements. */
  content: z.string(),
  localeContent: z.string(),
  version: z.int(),
  updatedAt: Time,
})
export type CommunityItem = z.infer<typeof CommunityItem>

export const FaqTopic = z.object({
  topicTitle: z.string(),
  localeTopicTitle: z.string(),
  content: z
    .array(z.object({ question: z.string(), localeQuestion: z.string(), answer: z.string(), localeAnswer: z.string() }))
    .check(z.maxLength(50)),
})
export type FaqTopic = z.infer<typeof FaqTopic>

export const getCommunity = defineCall({
  method: 'GET',
  path: '/api/v1/community/',
  summary: 'The legal texts, also when signed out, and the FAQ for people who are signed in',
  action: 'public',
  query: z.object({ languageCode: z.optional(LanguageCode) }),
  reply: z.object({
    community: z.array(CommunityItem).check(z.maxLength(20)),
    faq: z.array(FaqTopic).check(z.maxLength(20)),
  }),
  errors: [],
})

/** `Intership` is the spelling of older clients. */
const expTypes = ['Internship', 'Intership', 'Mentorship'] as const
const ExpType = z.pipe(
  z.enum(expTypes),
  z.transform((word: (typeof expTypes)[number]) => (word === 'Mentorship' ? ('mentorship' as const) : ('internship' as const))),
)

export const Card = z.object({
  id: Id,
  image: z.string(),
  imageWidth: z.int(),
  imageHeight: z.int(),
  link: z.nullable(z.string()),
  text: z.string(),
  localeText: z.string(),
})
export type Card = z.infer<typeof Card>

export const listCards = defineCall({
  method: 'GET',
  path: '/api/v2/card/',
  summary: 'Cards that describe an internship or a mentorship',
  action: 'content.read_cards',
  query: z.object({ expType: ExpType, imageType: z.optional(z.enum(['web', 'mobile'])) }),
  reply: z.object({ cards: z.array(Card).check(z.maxLength(20)) }),
  errors: [],
})
