import { expect, test } from 'vitest'
import { compareWords } from './compare-words.ts'

const shown = (before: string, after: string) =>
  compareWords(before, after)
    .map(({ kind, words }) => (kind === 'same' ? words : kind === 'gone' ? `[-${words.trim()}] ` : `[+${words.trim()}] `))
    .join('')
    .trim()

test('a changed word is shown as gone and new, and all others stay', () => {
  expect(shown('out while you count five.', 'out while you count six.')).toBe('out while you count [-five.] [+six.]')
})

test('added and removed words are shown in their places', () => {
  expect(shown('one two', 'one and two')).toBe('one [+and] two')
  expect(shown('one and two', 'one two')).toBe('one [-and] two')
  expect(shown('', 'new')).toBe('[+new]')
})
