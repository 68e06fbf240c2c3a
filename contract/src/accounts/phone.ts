import * as z from 'zod/mini'

/** Numbers are digits with the dial code and without a plus; `maxDigits` includes the dial code. */
export type PhoneCountry = {
  /** ISO 3166, two letters. */
  code: string
  dialCode: string
  maxDigits: number
  /** Prefix dialled before a national number. It is not part of the number. */
  trunk?: string
}

/**
 * The countries most of our users call from. `libphonenumber-js` knows the others; only pages with a phone field load
 * it.
 */
export const phoneCountries: readonly PhoneCountry[] = [
  { code: 'IN', dialCode: '91', maxDigits: 12, trunk: '0' },
  { code: 'US', dialCode: '1', maxDigits: 11, trunk: '1' },
  { code: 'DE', dialCode: '49', maxDigits: 13, trunk: '0' },
  { code: 'SG', dialCode: '65', maxDigits: 10 },
]
export const defaultPhoneCountry: PhoneCountry = { code: 'IN', dialCode: '91', maxDigits: 12, trunk: '0' }

const MIN_DIGITS = 8
/** Maximum of the international numbering plan (E.164). */
export const MAX_PHONE_DIGITS = 15

/** No dial code is a prefix of another, so the first match is the only one. */
export const countryOfPhone = (digits: string): PhoneCountry | undefined =>
  phoneCountries.find(({ dialCode }) => digits.startsWith(dialCode))

/** Keeps digits only, cut to the country's maximum. */
export const cutPhone = (text: string, { maxDigits }: PhoneCountry): string => text.replace(/\D/g, '').slice(0, maxDigits)

/** Removes the national trunk prefix: 0 98765 43210 is the number 98765 43210. */
export function withoutTrunk(national: string, country: PhoneCountry): string {
  const { trunk } = country
  if (trunk === undefined || !national.startsWith(trunk)) return national
  return withoutTrunk(national.slice(trunk.length), country)
}

function isWhole(digits: string, country: PhoneCountry): boolean {
  const national = digits.slice(country.dialCode.length)
  // Every Indian number has ten digits; a shorter one is incomplete.
  if (country.code === 'IN' && digits.length !== country.maxDigits) return false
  return digits.length <= country.maxDigits && withoutTrunk(national, country) === national
}

export function isPhoneNumber(digits: string): boolean {
  if (!/^\d+$/.test(digits) || digits.length < MIN_DIGITS || digits.length > MAX_PHONE_DIGITS) return false
  const country = countryOfPhone(digits)
  return country === undefined || isWhole(digits, country)
}

export const PhoneNumber = z
  .string()
  .check(z.maxLength(MAX_PHONE_DIGITS), z.refine(isPhoneNumber, 'must be digits with the country code, like 919800000001'))
