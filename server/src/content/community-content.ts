import * as z from 'zod/mini'
import { Texts } from './texts.ts'

/** An FAQ topic as stored in the database, in all languages. */
export const StoredTopic = z.object({ title: Texts, items: z.array(z.object({ question: Texts, answer: Texts })) })
export type StoredTopic = z.infer<typeof StoredTopic>

export const StoredCard = z.object({ text: Texts, width: z.int(), height: z.int() })
export type StoredCard = z.infer<typeof StoredCard>
