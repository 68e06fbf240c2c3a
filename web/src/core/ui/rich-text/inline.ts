/** Inline parts of a line. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'bold'; inside: readonly Inline[] }
  | { kind: 'italic'; inside: readonly Inline[] }
  | { kind: 'link'; href: string; inside: readonly Inline[] }

type Mark = '*' | '**' | '['
type OpenMark = { mark: Mark; at: number }

const MAX_ADDRESS_LENGTH = 2000
/** Deeper nesting is only written to overload a browser. */
const MAX_DEPTH = 32
const linkSchemes = new Set(['http:', 'https:', 'mailto:'])
const webSchemes = new Set(['http:', 'https:'])

const letter = /[\p{L}\p{N}\p{M}]/u
const isSpace = (character: string) => character === '' || /\s/.test(character)

/** Parsed as the browser would, so that nothing hidden in the scheme gets through. Undefined for other schemes. */
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
 * Parses bold, italic, links and line breaks; all else is text. One pass: each mark is opened once and closed or dropped once, so
 * ten thousand asterisks cost no more than ten thousand letters.
 */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  const open: OpenMark[] = []
  // Indexes in `open` by mark, so that the latest opening is found without searching.
  const places: Record<Mark, number[]> = { '*': [], '**': [], '[': [] }
  let plainFrom = 0
  let at = 0

  function endPlain() {
    if (plainFrom < at) parts.push({ kind: 'text', text: text.slice(plainFrom, at) })
  }

  function advance(length: number) {
    at += length
    plainFrom = at
  }

  function openMark(mark: Mark) {
    endPlain()
    places[mark].push(open.length)
    open.push({ mark, at: parts.length })
    parts.push({ kind: 'text', text: mark })
    advance(mark.length)
  }

  /** Marks opened after it and never closed stay as text. */
  function closeMark(mark: Mark, length: number, wrap: (inside: Inline[]) => Inline): boolean {
    const place = places[mark].at(-1)
    const opening = place === undefined ? undefined : open[place]
    // Marks around nothing are text.
    if (place === undefined || !opening || (opening.at === parts.length - 1 && plainFrom === at)) return false
    endPlain()
    for (const dropped of open.splice(place)) places[dropped.mark].pop()
    parts.push(wrap(joinText(parts.splice(opening.at).slice(1))))
    advance(length)
    return true
  }

  function readAsterisks() {
    // At the end of ***both***, the first asterisk closes the mark opened last.
    const isDouble = text[at + 1] === '*' && !(text[at + 2] === '*' && open.at(-1)?.mark === '*')
    const mark: Mark = isDouble ? '**' : '*'
    const before = text[at - 1] ?? ''
    const after = text[at + mark.length] ?? ''
    const kind = isDouble ? 'bold' : 'italic'
    // A single asterisk counts only at a word boundary: *123*1# is a number to dial.
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
    // Links cannot be nested: earlier brackets can no longer become links.
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
      advance(1)
    } else at += 1
  }
  endPlain()
  return joinText(parts)
}

/** From `(` to the matching `)`. Nested pairs belong to the address; spaces, line breaks and other brackets do not. */
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

/** Merges unused marks with the text around them. */
function joinText(parts: readonly Inline[]): Inline[] {
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
