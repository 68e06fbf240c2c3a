import { defaultPhoneCountry, phoneCountries } from '@saathi/contract/accounts/phone'
import { describe, expect, test } from 'vitest'
import { partsOf, readPhone, wholeNumber } from './read-phone.ts'
import { worldGuide } from './world-phones.ts'

const countryOf = (code: string) => phoneCountries.find((country) => country.code === code) ?? defaultPhoneCountry

/** Types one character at a time. */
function typed(text: string, code: string): string {
  let parts = partsOf('', countryOf(code))
  for (const character of text) parts = readPhone(parts.national + character, parts)
  return wholeNumber(parts)
}

describe('[ACC-18] a typed number', () => {
  test.each([
    ['IN', '98000 00001 999', '919800000001'],
    ['IN', '9198000000', '919198000000'],
    ['IN', '91980000001', '919198000000'],
    ['US', '(202) 555-01234', '12025550123'],
    ['DE', '301234567890123', '4930123456789'],
    ['SG', '812345678', '6581234567'],
    ['IN', 'abc', ''],
    ['IN', '09876543210', '919876543210'],
    ['DE', '030123456', '4930123456'],
    ['US', '12025550123', '12025550123'],
  ])('in %s, %s is %s', (code, text, digits) => {
    expect(typed(text, code)).toBe(digits)
  })
})

describe('[ACC-18] a pasted or autofilled number', () => {
  test.each([
    ['IN', '+91 98000 00001', 'IN', '919800000001'],
    ['IN', '919800000001', 'IN', '919800000001'],
    ['IN', '9198000000', 'IN', '919198000000'],
    ['IN', '+1 (202) 555-0123', 'US', '12025550123'],
    ['US', '+65 8123 4567', 'SG', '6581234567'],
    ['SG', '81234567', 'SG', '6581234567'],
    ['IN', '09876543210', 'IN', '919876543210'],
    ['IN', '0 98765-43210', 'IN', '919876543210'],
    ['IN', '+91 098765 43210', 'IN', '919876543210'],
    ['IN', '0091 98765 43210', 'IN', '919876543210'],
    ['US', '1 202 555 0123', 'US', '12025550123'],
  ])('in %s, %s belongs to %s and is %s', (before, text, after, digits) => {
    const parts = readPhone(text, partsOf('', countryOf(before)))
    expect(parts.country.code).toBe(after)
    expect(wholeNumber(parts)).toBe(digits)
  })
})

test('a stored number is split into its country and the rest', () => {
  expect(partsOf('6581234567')).toEqual({ country: countryOf('SG'), national: '81234567' })
})

test('an empty number has India as its country', () => {
  expect(partsOf('').country.code).toBe('IN')
})

describe('[ACC-18] with all countries', () => {
  const world = (code: string) => worldGuide.countries.find((country) => country.code === code) ?? defaultPhoneCountry
  test.each([
    ['IN', '09876543210', 'IN', '919876543210'],
    ['IN', '+44 20 7946 0958', 'GB', '442079460958'],
    ['GB', '020 7946 0958', 'GB', '442079460958'],
    ['IT', '06 6982', 'IT', '39066982'],
    ['CA', '416 555 0123', 'CA', '14165550123'],
    ['NP', '98 4123 4567', 'NP', '9779841234567'],
  ])('in %s, %s belongs to %s and is %s', (before, text, after, digits) => {
    const parts = readPhone(text, partsOf('', world(before), worldGuide), worldGuide)
    expect(parts.country.code).toBe(after)
    expect(wholeNumber(parts)).toBe(digits)
  })

  test('a stored number is shown with its country', () => {
    expect(partsOf('9779841234567', undefined, worldGuide)).toEqual({ country: world('NP'), national: '9841234567' })
    expect(partsOf('14165550123', undefined, worldGuide).country.code).toBe('CA')
  })

  test('the specified limits stay', () => {
    const specified = ['IN', 'US', 'DE', 'SG'].map((code) => world(code).maxDigits)
    expect(specified).toEqual([12, 11, 13, 10])
  })
})
