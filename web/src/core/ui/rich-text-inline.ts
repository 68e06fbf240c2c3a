/** What a line of text is made of, once its marks are read. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'bold'; inside: readonly Inline[] }
  | { kind: 'italic'; inside: readonly Inline[] }
  | { kind: 'link'; href: string; inside: readonly Inline[] }

type Mark = '*' | '**' | '['
type Opened = { mark: Mark; at: number }

const MAX_ADDRESS_LENGTH = 2000
/** Nobody writes so deep; whoever does would only want to see a browser draw it. */
const MAX_DEPTH = 32
const linkSchemes = new Set(['http:', 'https:', 'mailto:'])
const webSchemes = new Set(['http:', 'https:'])

const letter = /[\p{L}\p{N}\p{M}]/u
const isSpace = (character: string) => character === '' || /\s/.test(character)

/** As the browser itself would read it, so that nothing hidden in the scheme gets past. Undefined for any other kind. */
function addressOf(text: string, schemes: ReadonlySet<string>): string | undefined {
  try {
    const { protocol, href } = new URL(text)
    return schemes.has(protocol) ? href : undefined
  } catch {
    return undefined
  }
}

export const webAddress = (text: string): string | undefined => addressOf(text, webSchemes)

/**
 * Bold, italic, links and line breaks; every other sign is what it is. One pass: each mark is opened once and closed or
 * given up once, so ten thousand asterisks cost no more than ten thousand letters.
 */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  const open: Opened[] = []
  // Of each mark the places in `open`, so that its latest opening is found without searching.
  const places: Record<Mark, number[]> = { '*': [], '**': [], '[': [] }
  let plainFrom = 0
  let at = 0

  function endPlain() {
    if (plainFrom < at) parts.push({ kind: 'text', text: text.slice(plainFrom, at) })
  }

  function goOn(length: number) {
    at += length
    plainFrom = at
  }

  function openMark(mark: Mark) {
    endPlain()
    places[mark].push(open.length)
    open.push({ mark, at: parts.length })
    parts.push({ kind: 'text', text: mark })
    goOn(mark.length)
  }

  /** What was opened since and never closed stays as plain signs. */
  function closeMark(mark: Mark, length: number, wrap: (inside: Inline[]) => Inline): boolean {
    const place = places[mark].at(-1)
    const opening = place === undefined ? undefined : open[place]
    // Round nothing, marks are only signs.
    if (place === undefined || !opening || (opening.at === parts.length - 1 && plainFrom === at)) return false
    endPlain()
    for (const given of open.splice(place)) places[given.mark].pop()
    parts.push(wrap(joined(parts.splice(opening.at).slice(1))))
    goOn(length)
    return true
  }

  function readAsterisks() {
    // Of three at the end of ***both***, the first closes what was opened last.
    const isDouble = text[at + 1] === '*' && !(text[at + 2] === '*' && open.at(-1)?.mark === '*')
    const mark: Mark = isDouble ? '**' : '*'
    const before = text[at - 1] ?? ''
    const after = text[at + mark.length] ?? ''
    const kind = isDouble ? 'bold' : 'italic'
    // A single one only at the edge of a word: *123*1# is a number to dial.
    const mayClose = !isSpace(before) && (isDouble || !letter.test(after))
    const mayOpen = !isSpace(after) && (isDouble || !letter.test(before))
    const depth = places['*'].length + places['**'].length
    if (mayClose && closeMark(mark, mark.length, (inside) => ({ kind, inside }))) return
    if (mayOpen && depth < MAX_DEPTH) openMark(mark)
    else at += mark.length
  }

  function readBracket() {
    const address = places['['].length > 0 ? readAddress(text, at + 1) : ''
    const href = address === '' ? undefined : addressOf(address, linkSchemes)
    if (href === undefined || !closeMark('[', address.length + 3, (inside) => ({ kind: 'link', href, inside }))) at += 1
    // A link holds no link: what was opened before this one can no longer become one.
    else places['['].length = 0
  }

  while (at < text.length) {
    const sign = text[at]
    if (sign === '*') readAsterisks()
    else if (sign === '[') openMark('[')
    else if (sign === ']') readBracket()
    else if (sign === '\n') {
      endPlain()
      parts.push({ kind: 'break' })
      goOn(1)
    } else at += 1
  }
  endPlain()
  return joined(parts)
}

/** From `(` to its `)`: pairs inside belong to the address; space, line ends and other brackets do not. */
function readAddress(text: string, from: number): string {
  if (text[from] !== '(') return ''
  const last = Math.min(text.length, from + MAX_ADDRESS_LENGTH)
  let depth = 0
  for (let at = from; at < last; at++) {
    const sign = text[at] ?? ''
    if (' \t\n<>[]'.includes(sign)) return ''
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth === 0) return text.slice(from + 1, at)
  }
  return ''
}

/** Signs that turned out to be plain, together with the words beside them. */
function joined(parts: readonly Inline[]): Inline[] {
  const all: Inline[] = []
  let words: string[] = []
  function endWords() {
    if (words.length > 0) all.push({ kind: 'text', text: words.join('') })
    words = []
  }
  for (const part of parts) {
    if (part.kind === 'text') words.push(part.text)
    else {
      endWords()
      all.push(part)
    }
  }
  endWords()
  return all
}

export function plainInline(parts: readonly Inline[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'break' ? ' ' : plainInline(part.inside))).join('')
}
