import type { TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'

const Text = z.custom<TextKey>((value) => typeof value === 'string')
const Values = z.record(z.string(), z.union([z.string(), z.number()]))
/** As a link takes it. */
const Place = z.object({
  to: z.string(),
  params: z.optional(z.record(z.string(), z.string())),
  search: z.optional(Values),
})

/** Something done that the server has not heard of yet. */
export const OutboxEntry = z.object({
  person: z.number(),
  /** They are sent in the order of these. */
  key: z.string(),
  /** The Idempotency-Key: however often it is tried, it counts once. */
  id: z.string(),
  kind: z.string(),
  /** What must go one after the other; what fails holds back only what comes after it here. */
  line: z.string(),
  /** Within its line: a newer one about the same takes its place. */
  about: z.string(),
  input: z.unknown(),
  label: z.object({ text: Text, values: z.optional(Values) }),
  /** Where one can look at it. */
  place: z.optional(Place),
  madeAt: z.string(),
  /** The server will not have it as it is. `isTied`: what goes before it in its line may mend that. */
  refusal: z.optional(z.object({ code: z.string(), text: Text, isTied: z.boolean() })),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

export const isOutboxEntry = (value: unknown): value is OutboxEntry => z.safeParse(OutboxEntry, value).success
