import * as z from 'zod/mini'
import { LanguageCode } from '../core/fields.ts'

export const Language = z.object({
  /** The native name of the language, in its script. */
  language: z.string(),
  languageCode: LanguageCode,
  isActive: z.boolean(),
  isDefault: z.boolean(),
})
export type Language = z.infer<typeof Language>
