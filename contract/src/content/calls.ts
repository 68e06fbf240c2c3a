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

/** There are thousands of texts, and reading them as a record, one by one, would take a slow phone 100 ms. */
const Texts = z
  .custom<Readonly<Record<string, string>>>(
    (texts) =>
      typeof texts === 'object' && texts !== null && Object.values(texts).every((text: unknown) => typeof text === 'string'),
  )
  .register(z.globalRegistry, { type: 'object', additionalProperties: { type: 'string' } })

export const getTranslation = defineCall({
  method: 'GET',
  path: '/api/v2/translation/getTranslation/',
  summary: 'Get all interface texts in one language; missing ones are in English',
  action: 'public',
  query: z.object({
    languageCode: LanguageCode,
    /** `first`: the texts of the first pages (first-texts.ts); `rest`: all others. */
    part: z.optional(z.enum(['first', 'rest'])),
  }),
  reply: z.object({ languageCode: LanguageCode, translations: Texts }),
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
