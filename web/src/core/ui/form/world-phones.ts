import { MAX_PHONE_DIGITS, type PhoneCountry, phoneCountries } from '@saathi/contract/accounts/phone'
import { AsYouType, getCountries, getCountryCallingCode, isSupportedCountry, parsePhoneNumber } from 'libphonenumber-js/min'
import type { PhoneGuide } from './read-phone.ts'

const isFirst = (code: string) => phoneCountries.some((country) => country.code === code)
const others: readonly PhoneCountry[] = getCountries()
  .filter((code) => !isFirst(code))
  .map((code) => ({ code, dialCode: getCountryCallingCode(code), maxDigits: MAX_PHONE_DIGITS }))
const countries = [...phoneCountries, ...others]

function parsedCountry(digits: string): string | undefined {
  try {
    return parsePhoneNumber(`+${digits}`).country
  } catch {
    // Too short to recognise.
    return undefined
  }
}

/** All countries and their trunk prefixes. Loaded on first use of a phone field. */
export const worldGuide: PhoneGuide = {
  countries,
  countryOf: (digits, chosen) => {
    if (digits.startsWith(chosen.dialCode)) return chosen
    const code = parsedCountry(digits)
    return countries.find((country) => country.code === code) ?? countries.find(({ dialCode }) => digits.startsWith(dialCode))
  },
  nationalOf: (digits, { code, dialCode }) => {
    if (digits === '' || !isSupportedCountry(code)) return digits
    const typing = new AsYouType(code)
    typing.input(digits)
    return typing.getNumberValue()?.slice(dialCode.length + 1) ?? ''
  },
}
