import { describe, expect, test } from 'vitest'
import { isCommonPassword, ownWords } from './common-password.ts'
import { brokenRules } from './password.ts'

describe('a password that satisfies every rule but is commonly used is rejected', () => {
  test.each(['Password1!', 'Password@123', 'P@ssw0rd1!', 'Qwerty@123', 'Welcome#2026', 'Admin@1234', 'Jaihind@1', 'Iloveyou1!'])(
    '%s',
    (password) => {
      expect(brokenRules(password)).toEqual([])
      expect(isCommonPassword(password)).toBe(true)
    },
  )
})

test.each(['123456', 'PASSWORD', 'qwertyuiop', '1q2w3e4r'])('%s is common in any case', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

describe('a password made of the person’s own name or address plus a suffix is rejected', () => {
  const own = ownWords({ email: 'Asha.Rao@college.test', firstName: 'Asha', lastName: 'Rao' })
  test.each(['Asha@2026!', 'Rao#12345', 'AshaRao@1', 'Asha.Rao1!', 'asha.rao@college.test', 'Asha.Rao@College.test1'])(
    '%s',
    (password) => {
      expect(isCommonPassword(password, own)).toBe(true)
      expect(isCommonPassword(password, ['meera@circle.test', 'Meera', 'Iyer'])).toBe(false)
    },
  )

  test('ignores names of two letters, which occur in good passwords by chance', () => {
    expect(isCommonPassword('Li', ['Li'])).toBe(false)
  })
})

test.each(['kite over Nashik 7!', 'Teal-Lantern-92', 'मेरी नीली पतंग Q7!', 'x'.repeat(100)])('%s is not common', (password) => {
  expect(isCommonPassword(password, ['asha@college.test', 'Asha', 'Rao'])).toBe(false)
})
