import { expect, test } from 'vitest'
import { preferredLanguages } from './accept-language.ts'

test.each([
  ['hi-IN,hi;q=0.9,en-IN;q=0.8,en;q=0.7', ['hi-IN', 'hi', 'en-IN', 'en']],
  ['en;q=0.5, hi', ['hi', 'en']],
  ['mr;q=0, ta;q=0.1', ['ta']],
  ['*, hi;q=0.2', ['hi']],
  ['', []],
  ['not a language; drop table', []],
])('parses %j to %j', (header, languages) => {
  expect(preferredLanguages(header)).toEqual(languages)
})

test('ignores everything beyond the maximum length', () => {
  expect(preferredLanguages(`${'hi,'.repeat(10_000)}en`).length).toBeLessThan(100)
})
