import { plainLetters, spokenForm } from '#help/public.ts'

/** Maximum number of words of a question that are read. */
const WORDS_MAX = 60
const UNPRINTED = /[\ufe00-\ufe0f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LATIN = /^[a-z]+$/u
/** Vowel signs at the end of a Hindi word, which change with gender, number and case. */
const HINDI_ENDINGS: ReadonlySet<string> = new Set('\u093e\u093f\u0941\u0947\u094b')
const VIRAMA = '\u094d'

/** Words of two letters that are written as one, such as क्या, keep their ending. */
function cutHindiEnding(word: string): string {
  const isShort = word.length < 3 || (word.length === 4 && word.charAt(1) === VIRAMA)
  return !isShort && HINDI_ENDINGS.has(word.charAt(word.length - 1)) ? word.slice(0, -1) : word
}

/** One form of a word: endings are cut, and words in Latin letters are compared by their sound, because spelling varies. */
function stemOf(word: string): string {
  if (!LATIN.test(word)) return cutHindiEnding(word)
  const spoken = spokenForm(word.replace(/(?<=..)([a-z])\1{2,}/gu, '$1'))
  return spoken
    .replace(/(?<=[a-z]{3})s$/u, '')
    .replace(/(?<=[a-z]{4})(?:ing|ed)$/u, '')
    .replace(/(?<=[a-z]{3})e$/u, '')
}

/** 'How many' asks for a number, not for instructions. */
const ASKS_MEASURE = /\bhow (?=many|much|far|long|old|often)/gu

const wordsOf = (text: string): string[] =>
  plainLetters(text.toWellFormed().replace(UNPRINTED, '')).replace(ASKS_MEASURE, '').match(WORD) ?? []

/** The words of a text in order, in one form each. */
export const cutStems = (text: string): string[] => wordsOf(text).slice(0, WORDS_MAX).map(stemOf)

/** All words of a longer text, each once. */
export const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(stemOf))
