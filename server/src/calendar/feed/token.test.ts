import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedTokens } from './token.ts'

const tokens = feedTokens(new TextEncoder().encode('a secret that only this test knows'))
const claims = { personId: 4711, generation: 3 }

test('a token is read back with its claims', () => {
  expect(tokens.make(claims)).toMatch(/^4711\.3\.[\w-]{43}$/)
  expect(tokens.read(tokens.make(claims))).toEqual(claims)
})

test('a modified token is invalid', () => {
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
  // Another base64 spelling of the same signature bytes is invalid too.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const alike = letters.split('').filter((letter) => tokens.read(`${token.slice(0, -1)}${letter}`) !== null)
  expect(alike).toEqual([token.at(-1)])
})

test('random text is never a valid token', () => {
  fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => tokens.read(text) === null))
})
