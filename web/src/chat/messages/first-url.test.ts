import { expect, test } from 'vitest'
import { firstUrl, partsOf } from './first-url.ts'

test.each([
  ['see https://example.org/a?b=c, then', 'https://example.org/a?b=c'],
  ['(http://example.org)', 'http://example.org'],
  ['यहाँ देखो https://example.org/पुस्तक।', 'https://example.org/पुस्तक'],
  ['one https://a.example two https://b.example', 'https://a.example'],
  ['javascript:alert(1) and ftp://a', null],
  ['https://', null],
  ['', null],
])('[CHT-12] the first link of %j is %j', (text, found) => {
  expect(firstUrl(text)).toBe(found)
})

test('a text is split at its links without losing anything', () => {
  const text = 'a https://x.example. b http://y.example'
  expect(partsOf(text)).toEqual([
    { text: 'a ', isLink: false },
    { text: 'https://x.example', isLink: true },
    { text: '. b ', isLink: false },
    { text: 'http://y.example', isLink: true },
  ])
})

test.each([
  ['that ends in full stops', 'https://'.repeat(12_500) + '.'.repeat(200_000)],
  ['with full stops in it', `https://${'.'.repeat(300_000)}a`],
])('a text designed to be slow is handled quickly: one %s', (_kind, text) => {
  expect(
    partsOf(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
