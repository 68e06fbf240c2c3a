import * as z from 'zod/mini'

/** What a page says of itself, as plain text. All but the address is empty where nothing could be learnt. */
export const LinkPreview = z.object({
  title: z.string(),
  description: z.string(),
  /** An absolute http(s) address, or empty. */
  image: z.string(),
  url: z.string(),
})
export type LinkPreview = z.infer<typeof LinkPreview>
