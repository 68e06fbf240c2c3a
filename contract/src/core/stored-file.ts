import * as z from 'zod/mini'
import { Time } from './fields.ts'

/** A file somebody may see. Its links are made for the one who asks and end soon; ask again rather than keep them. */
export const StoredFile = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  url: z.string(),
  thumbnailUrl: z.optional(z.string()),
  expiresAt: Time,
})
export type StoredFile = z.infer<typeof StoredFile>
