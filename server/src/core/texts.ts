import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatMessage, localeOf, type MessageValues } from '@saathi/contract/core/message'
import type { TextKey } from '@saathi/contract/texts'
import * as z from 'zod/mini'

const folder = new URL('../../../contract/texts/', import.meta.url)
const Texts = z.record(z.string(), z.string())
const FALLBACK = 'en'
const dictionaries = new Map<string, Readonly<Record<string, string>>>()

/** Every text of the product in one language, what is missing in English. They are files, so they change with the code. */
export function dictionary(language: string): Readonly<Record<string, string>> {
  const known = dictionaries.get(language)
  if (known) return known
  const made = language === FALLBACK ? readTexts(FALLBACK) : { ...dictionary(FALLBACK), ...readTexts(language) }
  dictionaries.set(language, made)
  return made
}

function readTexts(language: string): Record<string, string> {
  const languageFolder = new URL(`${encodeURIComponent(language)}/`, folder)
  const files = readFolder(languageFolder).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => Texts.parse(JSON.parse(readFileSync(new URL(name, languageFolder), 'utf8')))))
}

/** A language may be offered before its texts are written; it then reads in English. */
function readFolder(url: URL): string[] {
  try {
    return readdirSync(fileURLToPath(url)).toSorted()
  } catch {
    return []
  }
}

export function findText(language: string) {
  const texts = dictionary(language)
  return (key: TextKey, values?: MessageValues): string => formatMessage(localeOf(language), texts[key] ?? key, values)
}
