import {
  countryOfPhone,
  cutPhone,
  defaultPhoneCountry,
  type PhoneCountry,
  phoneCountries,
  withoutTrunk,
} from '@saathi/contract/accounts/phone'

/** Phone number rules: a few countries at first, all of them once the library is loaded. */
export type PhoneGuide = {
  countries: readonly PhoneCountry[]
  /** Several countries share a dial code; `chosen` decides. */
  countryOf: (digits: string, chosen: PhoneCountry) => PhoneCountry | undefined
  /** The digits after the dial code, without the trunk prefix. */
  nationalOf: (digits: string, country: PhoneCountry) => string
}

export const firstGuide: PhoneGuide = {
  countries: phoneCountries,
  countryOf: (digits, chosen) => (digits.startsWith(chosen.dialCode) ? chosen : countryOfPhone(digits)),
  nationalOf: withoutTrunk,
}

/** The two fields of a number: the country, and the digits after its dial code. */
export type PhoneParts = { country: PhoneCountry; national: string }

/** An empty number has no country; it keeps the last chosen one. */
export function partsOf(digits: string, chosen: PhoneCountry = defaultPhoneCountry, guide = firstGuide): PhoneParts {
  const country = guide.countryOf(digits, chosen) ?? chosen
  return { country, national: digits.startsWith(country.dialCode) ? digits.slice(country.dialCode.length) : digits }
}

/** The full number, cut to the country's maximum; empty if there is only the dial code. */
export const wholeNumber = ({ country, national }: PhoneParts): string =>
  national === '' ? '' : cutPhone(country.dialCode + national, country)

/** Typed digits follow the dial code; a pasted or autofilled number may include its own. */
export function readPhone(text: string, before: PhoneParts, guide = firstGuide): PhoneParts {
  const all = text.replace(/\D/g, '')
  // 00 is dialled for a plus.
  const isInternational = text.trimStart().startsWith('+') || /^00[1-9]\d{6}/.test(all)
  const digits = isInternational ? all.replace(/^0+/, '') : all
  const country = (isInternational && guide.countryOf(digits, before.country)) || before.country
  const isLong = withoutTrunk(digits, country).length > country.maxDigits - country.dialCode.length
  // A typed extra digit is cut; only a full number that arrives at once is read with its dial code.
  const isWhole = isInternational || (isLong && digits.length > before.national.length + 1)
  const rest = isWhole && digits.startsWith(country.dialCode) ? digits.slice(country.dialCode.length) : digits
  return { country, national: wholeNumber({ country, national: guide.nationalOf(rest, country) }).slice(country.dialCode.length) }
}
