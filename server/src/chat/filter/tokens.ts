import { plainOf } from '@saathi/contract/chat/mentions'
import { TEXT_MAX } from '@saathi/contract/chat/socket'
import { plainLetters } from '#help/public.ts'

/** `signs`: the punctuation between the previous token and this one. `isJoined`: there is nothing between them. */
export type Token = { text: string; isNumber: boolean; signs: string; isJoined: boolean }
export type ReadableText = { text: string; tokens: readonly Token[] }

/** Zero-width characters, direction marks, variation selectors and the keycap of an emoji. */
const UNSEEN = /[\p{Cf}\ufe00-\ufe0f\u20e3]/gu
/** The zero of each script; the other digits follow it. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66]
const TOKEN = /\d+|[\p{L}\p{M}]+/gu
const SPACES = /\s+/gu

function toPlainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((each) => code >= each && code < each + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** Normal form of a word, for word lists and messages alike. */
export const readableForm = (text: string): string =>
  plainLetters(text.toWellFormed().replace(UNSEEN, '')).replace(/\p{Nd}/gu, toPlainDigit)

/**
 * Removes mentions, which would look like user names. Cuts the text before applying patterns, each of which takes linear time.
 */
export function readText(message: string): ReadableText {
  const text = readableForm(withoutMentions(message.slice(0, TEXT_MAX))).slice(0, 2 * TEXT_MAX)
  const tokens: Token[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    const between = text.slice(end, index)
    tokens.push({
      text: word,
      isNumber: /^\d/u.test(word),
      signs: between.replace(SPACES, ''),
      isJoined: between === '' && tokens.length > 0,
    })
    end = index + word.length
  }
  return { text, tokens }
}

const withoutMentions = (message: string): string => (message.includes('@[') ? plainOf(message).replaceAll('@', ' ') : message)

/** The words of a list in their normal form. */
export const wordList = (text: string): ReadonlySet<string> => new Set(readableForm(text).split(SPACES).filter(Boolean))
