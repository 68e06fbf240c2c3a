import { LanguageCode } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'

/** A text of a programme: in the base language, and in the others it was translated to. */
export const Texts = z.object({ text: z.string(), locales: z.record(LanguageCode, z.string()) })
export type Texts = z.infer<typeof Texts>

/** As the wire has it: the base, and what this reader sees. */
export const readIn = (language: string, texts: Texts): { base: string; locale: string } => ({
  base: texts.text,
  locale: (Object.hasOwn(texts.locales, language) ? texts.locales[language] : undefined) ?? texts.text,
})

export const readMaybe = (language: string, texts: Texts | null): { base: string | null; locale: string | null } =>
  texts ? readIn(language, texts) : { base: null, locale: null }
