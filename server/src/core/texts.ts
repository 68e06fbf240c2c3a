import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatMessage, localeOf, type MessageValues } from '@saathi/contract/core/message'
import { isFirstText } from '@saathi/contract/first-texts'
import type { RefusalKey, TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'
import { preferredLanguages } from './http/accept-language.ts'

const folder = new URL('../../../contract/texts/', import.meta.url)
const Texts = z.record(z.string(), z.string())
const FALLBACK = 'en'
type Dictionary = Readonly<Record<string, string>>
const written = new Map<string, Dictionary>()
const dictionaries = new Map<string, Dictionary>()

/** Every text of the product in one language; missing ones are in English. They are files, so they change with the code. */
export function dictionary(language: string): Dictionary {
  const known = dictionaries.get(language)
  if (known) return known
  const result = language === FALLBACK ? textsOf(FALLBACK) : { ...forOthers(textsOf(FALLBACK)), ...textsOf(language) }
  dictionaries.set(language, result)
  return result
}

const forWeb = new Map<string, Dictionary>()
type TextPart = 'first' | 'rest' | undefined

/** Leaves out the texts of refusals, which the server translates itself, and those of the console, which members never see. */
export function webDictionary(language: string, part?: TextPart): Dictionary {
  const name = `${language} ${part}`
  const known = forWeb.get(name)
  if (known) return known
  const isForMembers = (key: string) => !key.startsWith('refusal.') && !key.startsWith('staff.')
  const isIn = (key: string) => part === undefined || isFirstText(key) === (part === 'first')
  const texts = Object.entries(dictionary(language)).filter(([key]) => isForMembers(key) && isIn(key))
  const result = Object.fromEntries(texts)
  forWeb.set(name, result)
  return result
}

/** The texts of the console only. */
export const staffDictionary = (language: string): Dictionary =>
  Object.fromEntries(Object.entries(dictionary(language)).filter(([key]) => key.startsWith('staff.')))

/** The language a text is actually shown in: English if it is missing in the requested language. */
export const languageOf = (language: string, key: TextKey): string =>
  Object.hasOwn(textsOf(language), key) ? language : FALLBACK

/** In English `one` means exactly 1; in Bengali and Kannada it includes 0, which would give '0 like'. */
const forOthers = (texts: Dictionary): Dictionary =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, text.replaceAll(/((?:plural,|\})\s*)one(?=\s*\{)/g, '$1=1')]),
  )

function textsOf(language: string): Dictionary {
  const known = written.get(language)
  if (known) return known
  const read = readTexts(language)
  written.set(language, read)
  return read
}

function readTexts(language: string): Record<string, string> {
  const languageFolder = new URL(`${encodeURIComponent(language)}/`, folder)
  const files = readFolder(languageFolder).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => Texts.parse(JSON.parse(readFileSync(new URL(name, languageFolder), 'utf8')))))
}

let translated: ReadonlySet<string> | undefined

/** The first language of an Accept-Language header that has texts. Needs no database, so it also works while the database is down. */
export function languageFor(acceptLanguage = ''): string {
  translated ??= new Set(readFolder(folder))
  const found = preferredLanguages(acceptLanguage).flatMap((code) => [code, code.split('-')[0] ?? ''])
  return found.find((code) => translated?.has(code)) ?? FALLBACK
}

/** A language may be offered before its texts exist; it then falls back to English. */
function readFolder(url: URL): string[] {
  try {
    return readdirSync(fileURLToPath(url)).toSorted()
  } catch {
    return []
  }
}

export function findText(language: string) {
  const texts = dictionary(language)
  return (key: RefusalKey | TextKey, values?: MessageValues): string =>
    formatMessage(localeOf(language), texts[key] ?? key, values)
}
