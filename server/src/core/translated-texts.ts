import { LanguageCode } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'

/** A programme text in the base language, with its translations. */
export const Texts = z.object({ text: z.string(), locales: z.record(LanguageCode, z.string()) })
export type Texts = z.infer<typeof Texts>

/** The two fields of the API: the base text, and the text for this reader. */
export const readIn = (language: string, texts: Texts): { base: string; locale: string } => ({
  base: texts.text,
  locale: (Object.hasOwn(texts.locales, language) ? texts.locales[language] : undefined) ?? texts.text,
})

export const readMaybe = (language: string, texts: Texts | null): { base: string | null; locale: string | null } =>
  texts ? readIn(language, texts) : { base: null, locale: null }
