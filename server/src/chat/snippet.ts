import { plainForm } from './words.ts'

/** As the list of what was found has room for. */
export const SNIPPET_LENGTH = 65
/** Enough on either side, however many units one letter takes. */
const NEAR = 4 * SNIPPET_LENGTH
const WRITTEN_WORD = /[\p{L}\p{M}\p{N}\u00ad\u200b-\u200f]+/gu

export type Snippet = { text: string; hit: { start: number; length: number } }

/** The part of a message in which one of the words is, with no letter torn; its beginning where none is found. */
export function snippetOf(message: string, words: readonly string[]): Snippet {
  const line = message.toWellFormed().replaceAll(/\s+/gu, ' ').trim()
  const hit = findHit(line, words)
  return around(line, hit)
}

type Hit = { start: number; length: number }

function findHit(line: string, words: readonly string[]): Hit {
  for (const { 0: written, index } of line.matchAll(WRITTEN_WORD)) {
    const form = plainForm(written)
    const word = words.find((asked) => form.startsWith(asked))
    if (word !== undefined) return { start: index, length: lengthOf(written, word) }
  }
  return { start: 0, length: 0 }
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** How much of a word as it was written says what was asked for: whole letters. */
function lengthOf(written: string, word: string): number {
  let end = 0
  for (const { segment } of letters.segment(written.slice(0, NEAR))) {
    if (end + segment.length > SNIPPET_LENGTH) break
    end += segment.length
    if (plainForm(written.slice(0, end)).length >= word.length) break
  }
  return end
}

/** Letters are added before and behind in turn until there is no room. */
function around(line: string, { start, length }: Hit): Snippet {
  const before = lettersOf(line.slice(Math.max(0, start - NEAR), start)).toReversed()
  const behind = lettersOf(line.slice(start + length, start + length + NEAR))
  // A piece that was cut out of a long line may begin inside a letter.
  if (start > NEAR) before.pop()
  let [from, to] = [start, start + length]
  while (before.length > 0 || behind.length > 0) {
    const [left = '', right = ''] = [before.shift(), behind.shift()]
    if (to - from + left.length > SNIPPET_LENGTH) break
    from -= left.length
    if (to - from + right.length > SNIPPET_LENGTH) break
    to += right.length
  }
  return { text: line.slice(from, to), hit: { start: start - from, length } }
}

const lettersOf = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)
