import { plainOf } from '@saathi/contract/chat/mentions'

/** Longer than any word that somebody looks for; what is longer is found by its beginning. */
const LETTERS_MAX = 40
/** Joiners and other marks that are not printed: the same word is written with and without them. */
const UNPRINTED = /[\ufe00-\ufe0f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** One form for what reads alike: signs of one meaning, capital and small letters. */
export const plainForm = (text: string): string =>
  text.toWellFormed().replace(UNPRINTED, '').normalize('NFKC').toLowerCase().normalize('NFKC')

/** Letters, their marks and digits of any script, each word once, in the order of the text. */
export function cutWords(text: string): string[] {
  const found = plainForm(text).match(WORD) ?? []
  return [...new Set(found.map(shortened))]
}

/** By whole code points, so that half a letter is never stored. */
const shortened = (word: string): string => (word.length <= LETTERS_MAX ? word : Array.from(word).slice(0, LETTERS_MAX).join(''))

const inChannel = (channelId: number, word: string): string => `${channelId}:${word}`

/**
 * What is stored with a message, as it is shown: of who is named there the name, and not their number. The channel's number stands in front of each word, so that a search costs what the
 * reader's own channels hold.
 */
export const wordsOf = (channelId: number, text: string): string[] =>
  cutWords(plainOf(text)).map((word) => inChannel(channelId, word))

const WORDS_MAX = 8

/** What is looked for; more words than these narrow nothing that anybody would notice. */
export const askedWords = (searchText: string): string[] => cutWords(searchText).slice(0, WORDS_MAX)

/**
 * As the database reads it: every word by its beginning, all of them in one message, in any of these channels. A word holds
 * letters, marks and digits and nothing that would have to be escaped.
 */
export function searchQuery(channelIds: readonly number[], words: readonly string[]): string {
  const inOne = (channelId: number) => words.map((word) => `'${inChannel(channelId, word)}':*`).join(' & ')
  return channelIds.map((channelId) => `(${inOne(channelId)})`).join(' | ')
}
