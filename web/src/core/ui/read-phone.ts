import {
  countryOfPhone,
  cutPhone,
  defaultPhoneCountry,
  type PhoneCountry,
  phoneCountries,
  withoutTrunk,
} from '@saathi/contract/accounts/phone'

/** What is known about the world's numbers: a few countries at first, all of them once the library has been loaded. */
export type PhoneGuide = {
  countries: readonly PhoneCountry[]
  /** Several countries share a dial code; `chosen` decides between them. */
  countryOf: (digits: string, chosen: PhoneCountry) => PhoneCountry | undefined
  /** The digits after the dial code, without what is dialled before them at home. */
  nationalOf: (digits: string, country: PhoneCountry) => string
}

export const firstGuide: PhoneGuide = {
  countries: phoneCountries,
  countryOf: (digits, chosen) => (digits.startsWith(chosen.dialCode) ? chosen : countryOfPhone(digits)),
  nationalOf: withoutTrunk,
}

/** A number as it is in its two fields: the country, and the digits after its code. */
export type PhoneParts = { country: PhoneCountry; national: string }

/** An empty number has no country of its own; the one last chosen is kept for it. */
export function partsOf(digits: string, chosen: PhoneCountry = defaultPhoneCountry, guide = firstGuide): PhoneParts {
  const country = guide.countryOf(digits, chosen) ?? chosen
  return { country, national: digits.startsWith(country.dialCode) ? digits.slice(country.dialCode.length) : digits }
}

/** The whole number, cut to the country's most; nothing when only the code is there. */
export const wholeNumber = ({ country, national }: PhoneParts): string =>
  national === '' ? '' : cutPhone(country.dialCode + national, country)

/** Typed digits go behind the code; a pasted or filled-in number may bring its own. */
export function readPhone(text: string, before: PhoneParts, guide = firstGuide): PhoneParts {
  const all = text.replace(/\D/g, '')
  // 00 is how a plus is dialled.
  const isInternational = text.trimStart().startsWith('+') || /^00[1-9]\d{6}/.test(all)
  const digits = isInternational ? all.replace(/^0+/, '') : all
  const country = (isInternational && guide.countryOf(digits, before.country)) || before.country
  const isLong = withoutTrunk(digits, country).length > country.maxDigits - country.dialCode.length
  // Typed one by one, a digit too many is cut; only a whole number that arrives at once is read with its code.
  const isWhole = isInternational || (isLong && digits.length > before.national.length + 1)
  const rest = isWhole && digits.startsWith(country.dialCode) ? digits.slice(country.dialCode.length) : digits
  return { country, national: wholeNumber({ country, national: guide.nationalOf(rest, country) }).slice(country.dialCode.length) }
}
