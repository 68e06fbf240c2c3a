import type { Texts } from '#content/public.ts'
import { type Part, textsOf, type Translation } from './texts.ts'

export type KeepTexts = (part: string, path: string, texts: Texts | null) => string

/** Separates published texts: `keep` returns the base text and stores the translations for `translationsOf`. */
export function keptTexts(): { keep: KeepTexts; translationsOf: (parts: readonly Part[]) => Translation[] } {
  const locales = new Map<string, Readonly<Record<string, string>>>()
  return {
    keep: (part, path, texts) => {
      if (texts) locales.set(`${part} ${path}`, texts.locales)
      return texts?.text ?? ''
    },
    translationsOf: (parts) => parts.flatMap((part) => findTranslations(part, locales)),
  }
}

/** Texts that equal the base text are fallbacks and not translations. */
function findTranslations(part: Part, locales: ReadonlyMap<string, Readonly<Record<string, string>>>): Translation[] {
  return textsOf(part).flatMap(({ path, text }) =>
    Object.entries(locales.get(`${part.name} ${path}`) ?? {}).map(([language, body]) => ({
      language,
      part: part.name,
      path,
      source: text,
      body,
    })),
  )
}
