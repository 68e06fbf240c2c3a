import * as z from 'zod/mini'
import { Time } from './fields.ts'

/**
 * A file that the viewer may see. Its links are made for this viewer and expire soon: request them again rather than store them.
 */
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
