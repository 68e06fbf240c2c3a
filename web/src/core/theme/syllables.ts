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
