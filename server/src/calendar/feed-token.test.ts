import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedTokens } from './feed-token.ts'

const tokens = feedTokens(new TextEncoder().encode('a secret that only this test knows'))
const claims = { personId: 4711, generation: 3 }

test('what was made is read as it was made, and says whose it is', () => {
  expect(tokens.make(claims)).toMatch(/^4711\.3\.[\w-]{43}$/)
  expect(tokens.read(tokens.make(claims))).toEqual(claims)
})

test('whatever is changed in it, it opens nothing', () => {
  const token = tokens.make(claims)
  const signature = token.slice(token.lastIndexOf('.') + 1)
  for (const other of [
    '',
    '4711.3',
    `4711.3.${signature.slice(1)}`,
    `4711.4.${signature}`,
    `4712.3.${signature}`,
    `04711.3.${signature}`,
    `4711.03.${signature}`,
    `4711.3.${signature}=`,
    ` ${token}`,
    `${token}\n`,
    `4711.3.${signature.toUpperCase()}`,
    feedTokens(new TextEncoder().encode('another secret, as long as that one')).make(claims),
  ]) {
    expect(tokens.read(other), other).toBeNull()
  }
  // The last letter of a signature carries bits that mean nothing: another spelling of the same bytes is not ours either.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const alike = letters.split('').filter((letter) => tokens.read(`${token.slice(0, -1)}${letter}`) !== null)
  expect(alike).toEqual([token.at(-1)])
})

test('no text opens anything by chance', () => {
  fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => tokens.read(text) === null))
})
