import * as z from 'zod/mini'
import { KeyText, LongText, MediaHash, Short, Words } from './draft-fields.ts'

/** Drafts of content other than sessions and surveys. Each has a single part. */

export const PostPart = z.object({
  kind: z.literal('post'),
  event: z.enum(['post', 'quote']),
  title: Short,
  description: Words,
  curatedNote: Short,
  /** The text of a quote. */
  text: Short,
  author: Short,
  thumbnail: z.nullable(MediaHash),
  link: z.nullable(Short),
  tags: z.array(KeyText).check(z.maxLength(20)),
})
export type PostPart = z.infer<typeof PostPart>

/** Ids stay the same when an entry moves, so that its translations follow. */
export const FaqEntry = z.object({ id: KeyText, question: Short, answer: Words })
export type FaqEntry = z.infer<typeof FaqEntry>
export const FaqTopicDraft = z.object({ id: KeyText, title: Short, items: z.array(FaqEntry).check(z.maxLength(60)) })
export type FaqTopicDraft = z.infer<typeof FaqTopicDraft>
export const FaqPart = z.object({ kind: z.literal('faq'), topics: z.array(FaqTopicDraft).check(z.maxLength(40)) })
export type FaqPart = z.infer<typeof FaqPart>

export const LegalPart = z.object({ kind: z.literal('legal'), title: Short, content: LongText })
export type LegalPart = z.infer<typeof LegalPart>

export const DraftCard = z.object({ id: KeyText, image: z.nullable(MediaHash), text: Short, link: z.nullable(Short) })
export type DraftCard = z.infer<typeof DraftCard>
/** The cards of one carousel. */
export const CardPart = z.object({ kind: z.literal('card'), cards: z.array(DraftCard).check(z.maxLength(30)) })
export type CardPart = z.infer<typeof CardPart>
