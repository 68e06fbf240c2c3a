/** Devanagari, Bangla, Telugu and Kannada. Tamil has two conjuncts, which every file of its font shows. */
const consonant =
  '[\\u0915-\\u0939\\u0958-\\u095f\\u0978-\\u097f\\u0995-\\u09b9\\u09dc-\\u09df\\u09f0\\u09f1\\u0c15-\\u0c39\\u0c58-\\u0c5a\\u0c95-\\u0cb9\\u0cde]'
const nukta = '[\\u093c\\u09bc\\u0cbc]'
const virama = '[\\u094d\\u09cd\\u0c4d\\u0ccd]'
const joiner = '[\\u200c\\u200d]'
const syllable = new RegExp(`(?:${consonant}${nukta}?${joiner}?${virama}${joiner}?)*${consonant}[\\p{M}\\u200c\\u200d]*`, 'gu')
const conjunct = new RegExp(`${virama}${joiner}?${consonant}|${joiner}`, 'u')

/** The consonants of a syllable, with their signs: in these scripts they are drawn as one. */
export const syllablesIn = (text: string): string[] => text.match(syllable) ?? []

/** Fonts have a glyph for many consonants that are written as one, such as क्ष. */
export const isConjunct = (text: string): boolean => conjunct.test(text)

const rare =
  /\u0900|[\u093a\u093b]|[\u094e\u094f]|[\u0951-\u0957]|[\u0962\u0963]|[\u0978-\u0980]|[\u09e2\u09e3]|\u09fe|\u0c00|\u0c34|\u0c3c|[\u0c58-\u0c5d]|[\u0c62\u0c63]|\u0c81|\u0cbc|\u0cde|[\u0ce2\u0ce3]|\u0cf3/u

/** Only the whole fonts have these letters and signs. From two files, a syllable would be drawn in pieces. */
export const hasRareLetter = (text: string): boolean => rare.test(text)
