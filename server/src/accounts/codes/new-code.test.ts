import { expect, test } from 'vitest'
import { newCode } from './codes.ts'

const thousand = (purpose: 'sign_up' | 'reset') => Array.from({ length: 1000 }, () => newCode(purpose))

test('a sign-up code is six digits, using all digits', () => {
  const codes = thousand('sign_up')
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  expect(new Set(codes.join('')).size).toBe(10)
  expect(new Set(codes).size).toBeGreaterThan(980)
})

test('[ACC-23] a reset code has six characters with a letter and a digit, and no look-alikes', () => {
  const codes = thousand('reset')
  expect(codes.filter((code) => !/^[A-Z2-9]{6}$/.test(code) || !/\d/.test(code) || !/[A-Z]/.test(code))).toEqual([])
  expect(codes.join('')).not.toMatch(/[01OIL]/)
  expect(new Set(codes.join('')).size).toBe(31)
  expect(new Set(codes).size).toBeGreaterThan(995)
})
