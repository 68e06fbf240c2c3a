import { countryOfPhone, cutPhone, defaultPhoneCountry, type PhoneCountry } from '@saathi/contract/accounts/phone'

/** A number as it stands in its two fields: the country, and the digits after its code. */
export type PhoneParts = { country: PhoneCountry; national: string }

/** An empty number has no country of its own; the one last chosen is kept for it. */
export function partsOf(digits: string, chosen: PhoneCountry = defaultPhoneCountry): PhoneParts {
  const country = countryOfPhone(digits) ?? chosen
  return { country, national: digits.startsWith(country.dialCode) ? digits.slice(country.dialCode.length) : digits }
}

/** The whole number, cut to the country's most; nothing when only the code is there. */
export const wholeNumber = ({ country, national }: PhoneParts): string =>
  national === '' ? '' : cutPhone(country.dialCode + national, country)

/** Typed digits go behind the code; a pasted or filled-in number may bring its own. */
export function readPhone(text: string, before: PhoneParts): PhoneParts {
  const digits = text.replace(/\D/g, '')
  const isInternational = text.trimStart().startsWith('+')
  const country = (isInternational && countryOfPhone(digits)) || before.country
  const isLong = digits.length > country.maxDigits - country.dialCode.length
  // Typed one by one, a digit too many is cut; only a whole number that arrives at once is read with its code.
  const isWhole = isInternational || (isLong && digits.length > before.national.length + 1)
  const national = isWhole && digits.startsWith(country.dialCode) ? digits.slice(country.dialCode.length) : digits
  return partsOf(wholeNumber({ country, national }), country)
}
