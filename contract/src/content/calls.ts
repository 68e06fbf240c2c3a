import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { LanguageCode } from '../core/fields.ts'

export const Language = z.object({
  /** The native name of the language, in its script. */
  language: z.string(),
  languageCode: LanguageCode,
  isActive: z.boolean(),
  isDefault: z.boolean(),
})
export type Language = z.infer<typeof Language>

export const getTranslation = defineCall({
  method: 'GET',
  path: '/api/v2/translation/getTranslation/',
  summary: 'Get all interface texts in one language; missing ones are in English',
  action: 'public',
  query: z.object({ languageCode: LanguageCode }),
  reply: z.object({ languageCode: LanguageCode, translations: z.record(z.string(), z.string()) }),
  errors: ['content.language_not_offered'],
})

export const getSupportedLanguages = defineCall({
  method: 'GET',
  path: '/api/v2/translation/getSupportedLanguages/',
  summary: 'The supported languages, and which are active',
  action: 'public',
  reply: z.object({ languages: z.array(Language) }),
  errors: [],
})
