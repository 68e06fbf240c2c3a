import { expect, test } from 'vitest'
import { authenticatorUri, base32, codeOfStep, stepAt, stepOfCode } from './second-factor.ts'

const key = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B: at second %i the code is %s', (seconds, code) => {
  const time = new Date(seconds * 1000)
  expect(codeOfStep(key, stepAt(time), 8)).toBe(code)
  expect(codeOfStep(key, stepAt(time))).toBe(code.slice(2))
})

test('a code is valid in its own step and the adjacent ones only', () => {
  const now = new Date('2026-11-15T06:30:00Z')
  const code = codeOfStep(key, stepAt(now))
  const at = (seconds: number) => stepOfCode(key, code, new Date(now.getTime() + seconds * 1000))
  expect([-31, -30, 0, 29, 30, 59, 60].map(at)).toEqual([
    null,
    stepAt(now),
    stepAt(now),
    stepAt(now),
    stepAt(now),
    stepAt(now),
    null,
  ])
})

test('a malformed code matches no step', () => {
  for (const text of ['', '12345', '1234567', 'abcdef']) expect(stepOfCode(key, text, new Date(59_000))).toBeNull()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: base 32 of "%s" is "%s"', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

test('authenticatorUri contains the key, the account and the settings', () => {
  expect(authenticatorUri(key, 'Saathi', 'staff@saathi.example')).toBe(
    'otpauth://totp/Saathi:staff%40saathi.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Saathi&algorithm=SHA1&digits=6&period=30',
  )
})
