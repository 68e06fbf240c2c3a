import { plainForm } from './words.ts'

/** The length that fits in the search results. */
export const SNIPPET_LENGTH = 65
/** Enough context on both sides, however many code units a grapheme has. */
const CONTEXT = 4 * SNIPPET_LENGTH
const WRITTEN_WORD = /[\p{L}\p{M}\p{N}\u00ad\u200b-\u200f]+/gu

export type Snippet = { text: string; hit: { start: number; length: number } }

/** The part of a message around the first match, without splitting graphemes; its start if there is no match. */
export function snippetOf(message: string, words: readonly string[]): Snippet {
  const line = message.toWellFormed().replaceAll(/\s+/gu, ' ').trim()
  const hit = findHit(line, words)
  return expandAround(line, hit)
}

type Hit = { start: number; length: number }

function findHit(line: string, words: readonly string[]): Hit {
  for (const { 0: written, index } of line.matchAll(WRITTEN_WORD)) {
    const form = plainForm(written)
    const word = words.find((each) => form.startsWith(each))
    if (word !== undefined) return { start: index, length: lengthOf(written, word) }
  }
  return { start: 0, length: 0 }
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The length of the part of the written word that matches, in whole graphemes. */
function lengthOf(written: string, word: string): number {
  let end = 0
  for (const { segment } of letters.segment(written.slice(0, CONTEXT))) {
    if (end + segment.length > SNIPPET_LENGTH) break
    end += segment.length
    if (plainForm(written.slice(0, end)).length >= word.length) break
  }
  return end
}

/** Adds graphemes before and after in turn until the limit is reached. */
function expandAround(line: string, { start, length }: Hit): Snippet {
  const before = lettersOf(line.slice(Math.max(0, start - CONTEXT), start)).toReversed()
  const after = lettersOf(line.slice(start + length, start + length + CONTEXT))
  // The slice of a long line may start inside a grapheme.
  if (start > CONTEXT) before.pop()
  let [from, to] = [start, start + length]
  while (before.length > 0 || after.length > 0) {
    const [left = '', right = ''] = [before.shift(), after.shift()]
    if (to - from + left.length > SNIPPET_LENGTH) break
    from -= left.length
    if (to - from + right.length > SNIPPET_LENGTH) break
    to += right.length
  }
  return { text: line.slice(from, to), hit: { start: start - from, length } }
}

const lettersOf = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)
