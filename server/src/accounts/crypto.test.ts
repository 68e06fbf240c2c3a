import { expect, test } from 'vitest'
import { seal, unseal } from './crypto.ts'

const secret = new TextEncoder().encode('a secret that only this test knows, long enough')
const plain = Buffer.from('the key of an app')

test('sealed data can be opened again and differs each time', () => {
  const [one, other] = [seal(secret, 'person 7', plain), seal(secret, 'person 7', plain)]
  expect(one.equals(other)).toBe(false)
  expect(one.includes(plain)).toBe(false)
  for (const sealed of [one, other]) expect(unseal(secret, 'person 7', sealed).equals(plain)).toBe(true)
})

test('refuses another secret, another owner and any changed byte', () => {
  const sealed = seal(secret, 'person 7', plain)
  expect(() => unseal(new TextEncoder().encode('another secret, also long enough'), 'person 7', sealed)).toThrow(
    'cannot be opened',
  )
  expect(() => unseal(secret, 'person 8', sealed)).toThrow('cannot be opened')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(secret, 'person 7', changed)).toThrow('cannot be opened')
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => unseal(secret, 'person 7', sealed.subarray(0, length))).toThrow('cannot be opened')
  }
})
