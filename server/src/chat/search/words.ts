import { plainOf } from '@saathi/contract/chat/mentions'
import { searchForm } from '@saathi/contract/core/search-form'

/** Longer words are found by their first letters. */
const WORD_MAX = 40
const WORD = /[\p{L}\p{M}\p{N}]+/gu

const ASCII = /^[ -~\t\n\r]*$/
const ASCII_WORD = /[a-z\d]+/g

/** Words of any script (letters, marks, digits), each once, in the order of the text. Most texts are ASCII, which is simpler. */
export function cutWords(text: string): string[] {
  const found = (ASCII.test(text) ? text.toLowerCase().match(ASCII_WORD) : searchForm(text).match(WORD)) ?? []
  return [...new Set(found.map(truncate))]
}

/** By code points, so that no surrogate pair is split. */
const truncate = (word: string): string => (word.length <= WORD_MAX ? word : Array.from(word).slice(0, WORD_MAX).join(''))

const inChannel = (channelId: number, word: string): string => `${channelId}:${word}`

/**
 * Search words of a message as it is shown: a mention counts as its name. Each word has the channel id in front, so that a search
 * only costs as much as the reader's own channels contain.
 */
export const wordsOf = (channelId: number, text: string): string[] =>
  cutWords(plainOf(text)).map((word) => inChannel(channelId, word))

const WORDS_MAX = 8

/** Maximum number of words in a search; more would hardly narrow the results. */
export const searchWords = (searchText: string): string[] => cutWords(searchText).slice(0, WORDS_MAX)

/**
 * As a tsquery: all words as prefixes, in one message, in any of these channels. Words consist of letters, marks and digits, so
 * nothing must be escaped.
 */
export function searchQuery(channelIds: readonly number[], words: readonly string[]): string {
  const inChannelQuery = (channelId: number) => words.map((word) => `'${inChannel(channelId, word)}':*`).join(' & ')
  return channelIds.map((channelId) => `(${inChannelQuery(channelId)})`).join(' | ')
}
