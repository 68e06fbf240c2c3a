import { isPhoneNumber } from '@saathi/contract/accounts/phone'
import { isMentor } from '@saathi/contract/accounts/roles'
import type { TextKey } from '@saathi/contract/texts'
import type { SignUpDetails } from './sign-up-queries.ts'

const nameMaxLength = 60

/** Field names in page order. */
export const detailNames = ['firstName', 'lastName', 'phoneNumber', 'language', 'project', 'institutionCode'] as const
export type DetailName = (typeof detailNames)[number]
export type DetailFaults = Partial<Record<DetailName, TextKey>>

function faultOf(name: DetailName, details: SignUpDetails): TextKey | undefined {
  const value = details[name].trim()
  if (name === 'project' && isMentor(details.userType)) return undefined
  if (name === 'institutionCode' && !isMentor(details.userType)) return undefined
  if (value === '') return 'fieldIsMandatory'
  if ((name === 'firstName' || name === 'lastName') && value.length > nameMaxLength) return 'signUp.nameTooLong'
  return name === 'phoneNumber' && !isPhoneNumber(value) ? 'signUp.phoneShort' : undefined
}

/** A mentee must choose a programme, a mentor must enter the institution's code. */
export function detailFaults(details: SignUpDetails): DetailFaults {
  const found = detailNames.map((name) => [name, faultOf(name, details)] as const)
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined))
}
