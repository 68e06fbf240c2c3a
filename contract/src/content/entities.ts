import * as z from 'zod/mini'
import { LanguageCode } from '../core/fields.ts'

export const Language = z.object({
  /** The language's own name for itself, in its own script. */
  language: z.string(),
  languageCode: LanguageCode,
  isActive: z.boolean(),
  isDefault: z.boolean(),
})
export type Language = z.infer<typeof Language>
