import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { identityHash } from './service.ts'

const secret = new TextEncoder().encode('a secret of the server, long enough')
const withSecret = (widgetSecret: string | undefined, own = secret) => ({
  secret: own,
  helpCenter: { scriptUrl: undefined, secret: widgetSecret },
})

test('[NAV-12] with the service’s secret the hash is what that service computes: HMAC-SHA256 of the id, in hex', () => {
  const expected = createHmac('sha256', 'given by the service').update('42').digest('hex')
  expect(identityHash(withSecret('given by the service'), 42)).toBe(expected)
})

test('[NAV-12] without one it is keyed with a key derived from the server’s secret, not the secret itself', () => {
  const hash = identityHash(withSecret(undefined), 42)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hash).not.toBe(createHmac('sha256', secret).update('42').digest('hex'))
  expect(hash).not.toBe(identityHash(withSecret(undefined, new TextEncoder().encode('another secret')), 42))
  expect(hash).not.toBe(identityHash(withSecret(undefined), 43))
})
