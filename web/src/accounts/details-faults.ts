import { isPhoneNumber } from '@saathi/contract/accounts/phone'
import { isMentor } from '@saathi/contract/accounts/roles'
import type { TextKey } from '@saathi/contract/texts'
import type { SignUpDetails } from './sign-up-queries.ts'

const nameMaxLength = 60

/** The fields in the order in which they stand on the page. */
export const detailNames = ['firstName', 'lastName', 'phoneNumber', 'language', 'project', 'institutionCode'] as const
export type DetailName = (typeof detailNames)[number]
export type DetailFaults = Partial<Record<DetailName, TextKey>>

function faultOf(name: DetailName, details: SignUpDetails): TextKey | undefined {
  const given = details[name].trim()
  if (name === 'project' && isMentor(details.userType)) return undefined
  if (name === 'institutionCode' && !isMentor(details.userType)) return undefined
  if (given === '') return 'fieldIsMandatory'
  if ((name === 'firstName' || name === 'lastName') && given.length > nameMaxLength) return 'signUp.nameTooLong'
  return name === 'phoneNumber' && !isPhoneNumber(given) ? 'signUp.phoneShort' : undefined
}

/** What is asked depends on who one is: a program from a mentee, the institution's code from a mentor. */
export function detailFaults(details: SignUpDetails): DetailFaults {
  const found = detailNames.map((name) => [name, faultOf(name, details)] as const)
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined))
}
