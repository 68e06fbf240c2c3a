import * as z from 'zod/mini'
import { Texts } from './texts.ts'

/** A topic of the FAQ as the database keeps it, in every language at once. */
export const StoredTopic = z.object({ title: Texts, items: z.array(z.object({ question: Texts, answer: Texts })) })
export type StoredTopic = z.infer<typeof StoredTopic>

export const StoredCard = z.object({ text: Texts, width: z.int(), height: z.int() })
export type StoredCard = z.infer<typeof StoredCard>
