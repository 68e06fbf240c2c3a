import type { TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'

const Text = z.custom<TextKey>((value) => typeof value === 'string')
const Values = z.record(z.string(), z.union([z.string(), z.number()]))
/** Props of a router link. */
const Place = z.object({
  to: z.string(),
  params: z.optional(z.record(z.string(), z.string())),
  search: z.optional(Values),
})

/** An action the server has not received yet. */
export const OutboxEntry = z.object({
  person: z.number(),
  /** Entries are sent in the order of their keys. */
  key: z.string(),
  /** The Idempotency-Key: retries count once. */
  id: z.string(),
  kind: z.string(),
  /** Queue name. Entries of one queue are sent in order; a failure blocks only later entries of the same queue. */
  line: z.string(),
  /** Sent at the same time as other queues; all other entries are sent one by one. */
  isParallel: z.optional(z.boolean()),
  /** A newer entry with the same `line` and `about` replaces this one. */
  about: z.string(),
  input: z.unknown(),
  label: z.object({ text: Text, values: z.optional(Values) }),
  /** Link to the page of the action. */
  place: z.optional(Place),
  madeAt: z.string(),
  /** The server has refused it. `isTied`: sending earlier entries of the queue may resolve the refusal. */
  refusal: z.optional(z.object({ code: z.string(), text: Text, isTied: z.boolean() })),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

export const isOutboxEntry = (value: unknown): value is OutboxEntry => z.safeParse(OutboxEntry, value).success
