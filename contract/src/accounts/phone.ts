import * as z from 'zod/mini'

/** Numbers are digits with the dial code in front and without a plus; the most a country's number has includes the code. */
export type PhoneCountry = { code: 'IN' | 'US' | 'DE' | 'SG'; dialCode: string; maxDigits: number }

export const phoneCountries: readonly PhoneCountry[] = [
  { code: 'IN', dialCode: '91', maxDigits: 12 },
  { code: 'US', dialCode: '1', maxDigits: 11 },
  { code: 'DE', dialCode: '49', maxDigits: 13 },
  { code: 'SG', dialCode: '65', maxDigits: 10 },
]
export const defaultPhoneCountry: PhoneCountry = { code: 'IN', dialCode: '91', maxDigits: 12 }

const MIN_DIGITS = 8
/** The most the world's numbering plan allows. */
const MAX_DIGITS = 15

/** None of the dial codes begins another, so the first that fits is the one. */
export const countryOfPhone = (digits: string): PhoneCountry | undefined =>
  phoneCountries.find(({ dialCode }) => digits.startsWith(dialCode))

/** What may stand in the field: digits alone, cut to the country's most. */
export const cutPhone = (text: string, { maxDigits }: PhoneCountry): string => text.replace(/\D/g, '').slice(0, maxDigits)

export const isPhoneNumber = (digits: string): boolean =>
  /^\d+$/.test(digits) && digits.length >= MIN_DIGITS && digits.length <= (countryOfPhone(digits)?.maxDigits ?? MAX_DIGITS)

export const PhoneNumber = z
  .string()
  .check(z.maxLength(MAX_DIGITS), z.refine(isPhoneNumber, 'must be digits with the country code, like 919800000001'))
