import { describe, expect, test } from 'vitest'
import { searchForm } from './search-form.ts'

/** Each twice: as one keyboard writes it and as another does. */
const sameWords = [
  ['Devanagari, a dotted letter of one or two characters', 'प\u095dना', 'प\u0922\u093cना'],
  ['Devanagari, with and without a joiner', 'क्\u200dष', 'क्ष'],
  ['Bengali, a vowel sign of one or two characters', 'ব\u09cbন', 'ব\u09c7\u09beন'],
  ['Bengali, a dotted letter of one or two characters', 'বা\u09dcি', 'বা\u09a1\u09bcি'],
  ['Tamil, a vowel sign of one or two characters', 'க\u0bcaடி', 'க\u0bc6\u0bbeடி'],
  ['Telugu, a vowel sign of one or two characters', 'క\u0c48', 'క\u0c46\u0c56'],
  ['Telugu, with and without a joiner', 'సందీప్\u200cరావు', 'సందీప్రావు'],
  ['Kannada, a vowel sign of one or several characters', 'ಮ\u0ccbಹನ್', 'ಮ\u0cc6\u0cc2\u0cd5ಹನ್'],
  ['Kannada, with and without a joiner', 'ರಾಜ್\u200cಕುಮಾರ್', 'ರಾಜ್ಕುಮಾರ್'],
  ['Latin, in another case and width', 'ＡSHA', 'asha'],
] as const

describe('the search form', () => {
  test.each(sameWords)('is the same for %s', (_what, one, other) => {
    expect(one).not.toBe(other)
    expect(searchForm(one)).toBe(searchForm(other))
  })

  test.each([
    ['कम', 'काम'],
    ['মন', 'মান'],
    ['கல்', 'கால்'],
    ['పని', 'పాని'],
    ['ಮನ', 'ಮಾನ'],
  ])('keeps the signs that tell %s from %s', (one, other) => {
    expect(searchForm(one)).not.toBe(searchForm(other))
  })

  test('of half a character is well formed', () => {
    expect(searchForm('a\ud800').isWellFormed()).toBe(true)
  })
})
