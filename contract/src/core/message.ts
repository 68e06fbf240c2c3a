/**
 * The part of ICU MessageFormat that our texts use: `{name}`, `{n, number}`, `{n, plural, =0 {…} one {…} other {… # …}}`, `{kind,
 * select, a {…} other {…}}`. Two apostrophes are one; an apostrophe before `{`, `}` or `#` starts quoted text.
 */
export type MessageValues = Readonly<Record<string, string | number>>
type Show = (values: MessageValues, count: number | undefined) => string
type Cursor = { readonly text: string; at: number; readonly locale: string }

const compiled = new Map<string, Map<string, Show>>()
function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  cache.set(key, made)
  return made
}
let numbers: Intl.NumberFormat | undefined
const plurals = new Map<string, Intl.PluralRules>()
/** Grouped as in India in every language, 12,34,567: Intl would group Kannada by thousands. */
export const formatNumber = (value: number): string => (numbers ??= new Intl.NumberFormat('en-IN')).format(value)
const pluralOf = (locale: string, value: number) => cached(plurals, locale, () => new Intl.PluralRules(locale)).select(value)

/** Latin digits, as people type and read on their phones; Intl would use Bengali and Marathi digits in dates and sizes only. */
export const localeOf = (languageCode: string): string =>
  languageCode.includes('-') ? languageCode : `${languageCode}-IN-u-nu-latn`

/** Throws a SyntaxError for a malformed text. */
export function compileMessage(locale: string, text: string): (values?: MessageValues) => string {
  const forLocale = cached(compiled, locale, () => new Map<string, Show>())
  const show = cached(forLocale, text, () => parseParts({ text, at: 0, locale }, false))
  return (values = {}) => show(values, undefined)
}

/** Shows a malformed text unchanged: a translator's mistake must not break a page. */
export function formatMessage(locale: string, text: string, values?: MessageValues): string {
  try {
    return compileMessage(locale, text)(values)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

function parseParts(cursor: Cursor, nested: boolean): Show {
  const shows: Show[] = []
  while (cursor.at < cursor.text.length) {
    const letter = cursor.text.charAt(cursor.at)
    if (letter === '}' && nested) break
    if (letter === '{') shows.push(parseArgument(cursor))
    else if (letter === '#' && nested) {
      cursor.at++
      shows.push((_values, count) => (count === undefined ? '#' : formatNumber(count)))
    } else {
      const words = letter === "'" ? readApostrophe(cursor) : take(cursor, /#|[^'{}#]+/y)
      shows.push(() => words)
    }
  }
  return (values, count) => shows.map((show) => show(values, count)).join('')
}

function readApostrophe(cursor: Cursor): string {
  const next = cursor.text.charAt(cursor.at + 1)
  cursor.at += next === "'" ? 2 : 1
  if (!/[{}#]/.test(next)) return "'"
  let quoted = ''
  while (cursor.at < cursor.text.length) {
    const letter = cursor.text.charAt(cursor.at++)
    if (letter !== "'") quoted += letter
    else if (cursor.text.charAt(cursor.at) !== "'") return quoted
    else quoted += cursor.text.charAt(cursor.at++)
  }
  return quoted
}

function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0]
  if (found === undefined) throw new SyntaxError(`Cannot read this text at ${cursor.at}`)
  cursor.at += found.length
  return found
}

function parseArgument(cursor: Cursor): Show {
  const name = take(cursor, /\{\s*\w+\s*/y)
    .slice(1)
    .trim()
  const valueOf = (values: MessageValues) => (Object.hasOwn(values, name) ? values[name] : undefined)
  if (take(cursor, /[,}]/y) === '}') return (values) => String(valueOf(values) ?? `{${name}}`)
  const kind = take(cursor, /\s*(number|plural|select)\s*/y).trim()
  if (take(cursor, kind === 'number' ? /\}/y : /,/y) === '}') {
    return (values) => formatNumber(Number(valueOf(values)))
  }
  const choices = parseChoices(cursor)
  const other = choices.get('other')
  if (!other) throw new SyntaxError(`{${name}} has no "other"`)
  if (kind === 'select') return (values, count) => (choices.get(String(valueOf(values))) ?? other)(values, count)
  return (values) => {
    const count = Number(valueOf(values))
    return (choices.get(`=${count}`) ?? choices.get(pluralOf(cursor.locale, count)) ?? other)(values, count)
  }
}

function parseChoices(cursor: Cursor): Map<string, Show> {
  const choices = new Map<string, Show>()
  for (;;) {
    const key = take(cursor, /\s*(\}|(=\d+|\w+)\s*)/y).trim()
    if (key === '}') return choices
    take(cursor, /\{/y)
    choices.set(key, parseParts(cursor, true))
    take(cursor, /\}/y)
  }
}
