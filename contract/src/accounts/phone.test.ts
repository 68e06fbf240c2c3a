import { expect, test } from 'vitest'
import { defaultPhoneCountry, isPhoneNumber, withoutTrunk } from './phone.ts'

test.each(['919876543210', '12025550123', '493012345678', '6581234567', '442079460958', '9779841234567'])(
  '[ACC-18] %s is a whole number',
  (digits) => {
    expect(isPhoneNumber(digits)).toBe(true)
  },
)

test.each(['910987654321', '9198765432', '9109876543210', '490301234567', '11202555012', '65812345671', '9198', '+919876543210'])(
  '[ACC-18] %s is not a whole number',
  (digits) => {
    expect(isPhoneNumber(digits)).toBe(false)
  },
)

test('withoutTrunk removes the national trunk prefix', () => {
  expect(withoutTrunk('09876543210', defaultPhoneCountry)).toBe('9876543210')
  expect(withoutTrunk('009876543210', defaultPhoneCountry)).toBe('9876543210')
  expect(withoutTrunk('9876543210', defaultPhoneCountry)).toBe('9876543210')
})
