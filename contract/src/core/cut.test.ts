import { expect, test } from 'vitest'
import { cutGraphemes } from './cut.ts'

test('a text that fits is unchanged', () => {
  expect(cutGraphemes('Speak up', 8)).toBe('Speak up')
  expect(cutGraphemes('', 8)).toBe('')
})

test('a longer text is cut at the limit and ends in an ellipsis', () => {
  expect(cutGraphemes('Speak up in a room of strangers today', 32)).toBe('Speak up in a room of strangers…')
  expect(cutGraphemes('abcdef', 5)).toBe('abcde…')
})

test('Devanagari is counted in graphemes, and a conjunct is never split', () => {
  expect(cutGraphemes('क्षत्रिय', 8)).toBe('क्षत्रिय')
  expect(cutGraphemes('नमस्ते दुनिया', 3)).toBe('नमस्ते…')
  expect(cutGraphemes('கொண்டு வா', 2)).toBe('கொண்…')
})

test.each([
  ['Devanagari', 'स्त्री शक्ति'],
  ['Bengali', 'স্বপ্ন ও শক্তি'],
  ['Tamil', 'கொண்டாட்டம் போதும்'],
  ['Telugu', 'స్నేహం గొప్పది'],
  ['Kannada', 'ವಿದ್ಯೆ ಮತ್ತು ಶ್ರಮ'],
])('%s is cut between letters wherever it is cut', (_script, text) => {
  const letters = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
  for (const max of letters.keys()) {
    const cut = cutGraphemes(text, max)
    expect(cut).toBe(`${letters.slice(0, max).join('').trimEnd()}…`)
    // What follows is a letter of its own, not a sign of the last one.
    expect(text.slice(cut.length - 1).trimStart()).toMatch(/^\p{L}/u)
  }
})

test('an emoji family counts as one grapheme', () => {
  expect(cutGraphemes('👨‍👩‍👧‍👦ab', 2)).toBe('👨‍👩‍👧‍👦a…')
})

test('no space is left before the ellipsis', () => {
  expect(cutGraphemes('Money and you', 6)).toBe('Money…')
})
