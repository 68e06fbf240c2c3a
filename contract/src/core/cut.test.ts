import { expect, test } from 'vitest'
import { cutGraphemes } from './cut.ts'

test('a text that fits stays as it is', () => {
  expect(cutGraphemes('Speak up', 8)).toBe('Speak up')
  expect(cutGraphemes('', 8)).toBe('')
})

test('a longer text is cut at the limit and says so', () => {
  expect(cutGraphemes('Speak up in a room of strangers today', 32)).toBe('Speak up in a room of strangers…')
  expect(cutGraphemes('abcdef', 5)).toBe('abcde…')
})

test('Devanagari is counted by letters as read, and a conjunct is never torn', () => {
  expect(cutGraphemes('क्षत्रिय', 8)).toBe('क्षत्रिय')
  expect(cutGraphemes('नमस्ते दुनिया', 3)).toBe('नमस्ते…')
  expect(cutGraphemes('கொண்டு வா', 2)).toBe('கொண்…')
})

test('an emoji family counts as one letter', () => {
  expect(cutGraphemes('👨‍👩‍👧‍👦ab', 2)).toBe('👨‍👩‍👧‍👦a…')
})

test('no space is left hanging before the ellipsis', () => {
  expect(cutGraphemes('Money and you', 6)).toBe('Money…')
})
