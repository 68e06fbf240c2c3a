import type { UserType } from '@saathi/contract/accounts/entities'

/** Required to open the sign-up pages: a verified address with code and password, or Google's token for a new user. */
export type SignUpPass =
  | { provider: 'normal'; email: string; otp: string; password: string }
  | { provider: 'google'; email: string; signUpToken: string; firstName: string; lastName: string }

export type SignUpDraft = {
  userType: UserType | null
  /** The type whose declaration was accepted: switching type requires accepting the other one. */
  accepted: UserType | null
  firstName: string
  lastName: string
  phoneNumber: string
  /** Empty until chosen; the page preselects the language it is shown in. */
  language: string
  project: string
  institutionCode: string
}

const blank: SignUpDraft = {
  userType: null,
  accepted: null,
  firstName: '',
  lastName: '',
  phoneNumber: '',
  language: '',
  project: '',
  institutionCode: '',
}

// In memory only: a stored password or code could be found by the next user of this browser.
let pass: SignUpPass | null = null
let draft: SignUpDraft = blank
let draftOf = ''

export const signUpPass = (): SignUpPass | null => pass

export function setSignUpPass(next: SignUpPass): void {
  pass = next
  // An unfinished draft is not shown to another person.
  if (next.email !== draftOf) draft = blank
  draftOf = next.email
  if (next.provider === 'google') {
    const { firstName, lastName } = next
    draft = { ...draft, firstName: draft.firstName || firstName, lastName: draft.lastName || lastName }
  }
}

export const signUpDraft = (): SignUpDraft => draft
export function setSignUpDraft(next: SignUpDraft): void {
  draft = next
}

export function clearSignUp(): void {
  pass = null
  draft = blank
  draftOf = ''
}
