import { exceptions } from './exceptions.ts'

/** Texts that are in English in a language on purpose, in addition to the exceptions. */
export type AllowedEnglish = {
  /** Whole texts: names, what people wrote, programme content without a translation. */
  units: ReadonlySet<string>
  /** Single words wherever they are. */
  words: ReadonlySet<string>
  /** Long texts, of which a page may show a part. */
  passages: string
}

const { quoted, ...lists } = exceptions
const exceptionWords = new Set(
  Object.values(lists)
    .flat()
    .map((word) => word.toLowerCase()),
)

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const quotedPattern = new RegExp(quoted.map(escaped).join('|'), 'g')
/** Intl writes hours like this in most of the languages. */
const hours = /\d\s*[ap]m\b/gi
/** E-mail addresses, web addresses, file names and identifiers. */
const addresses =
  /https?:\/\/\S+|[\w.+-]+@[\w.-]+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|example|in|org|ics|csv|pdf|png|jpg|svg|zip)\b\S*/gi
/** English words with what may be between them. */
const run = /\p{Script=Latin}[\p{Script=Latin}\p{Mark}\d\p{Punctuation}\p{Symbol} ]*/gu
const word = /\p{Script=Latin}[\p{Script=Latin}\p{Mark}’'-]*\p{Script=Latin}/gu
/** A passage must contain at least this many words in a row; fewer may be a label of the product. */
const LONG = 4

/** Without the marks of Markdown and with plain quotation marks. */
export const normalize = (text: string): string =>
  text
    .replaceAll(/[*#_\s]+/g, ' ')
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .trim()
export const bare = (text: string): string => normalize(text).replaceAll(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')

/** The parts of a text that are in English and in no list. */
export function englishLeft(text: string, { units, words, passages }: AllowedEnglish): string[] {
  const isInPassage = (part: string) => part.split(' ').length >= LONG && passages.includes(part)
  const isKnown = (part: string) => part === '' || units.has(part) || isInPassage(part)
  const whole = normalize(text)
  if (isKnown(bare(whole))) return []
  const isAllowed = (each: string) => exceptionWords.has(each.toLowerCase()) || words.has(each)
  const hasOther = (part: string) => (part.match(word) ?? []).some((each) => !isAllowed(each))
  return (whole.replaceAll(addresses, ' ').replaceAll(hours, ' ').replaceAll(quotedPattern, ' ').match(run) ?? [])
    .map(bare)
    .filter((part) => !isKnown(part) && hasOther(part) && hasOther(withoutUnits(part, units)))
}

/** Several names in one text, such as the title of a page. A unit of one word may be part of a label. */
function withoutUnits(text: string, units: ReadonlySet<string>): string {
  const contained = [...units].filter((unit) => unit.includes(' ') && text.includes(unit))
  return contained.toSorted((a, b) => b.length - a.length).reduce((rest, unit) => rest.replaceAll(unit, ' '), text)
}
