import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { authenticator, stepOfCode } from './second-factor.ts'

const key = Buffer.from('12345678901234567890')

test('accepts the code of RFC 6238, appendix B, in six digits', () => {
  expect(stepOfCode(key, '081804', new Date(1_111_111_109_000))).toBe(37_037_036)
})

test('a code is valid in its own step and the adjacent ones only', () => {
  const step = 37_037_036
  const at = (seconds: number) => stepOfCode(key, '081804', new Date(step * 30_000 + seconds * 1000))
  expect([-31, -30, 0, 29, 30, 59, 60].map(at)).toEqual([null, step, step, step, step, step, null])
})

test('a malformed code matches no step', () => {
  for (const text of ['', '12345', '1234567', 'abcdef']) {
    expect(stepOfCode(key, text, new Date(1_111_111_109_000))).toBeNull()
  }
})

test('the address for the app contains the key, the account and the settings', () => {
  expect(authenticator(Secret.fromLatin1('12345678901234567890'), 'staff@saathi.example').toString()).toBe(
    'otpauth://totp/Saathi:staff%40saathi.example?issuer=Saathi&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  )
})
