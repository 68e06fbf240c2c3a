import type { UserType } from '@saathi/contract/accounts/entities'

/** What opens the sign-up pages: a verified address with its code and password, or Google's word for someone we don't know. */
export type SignUpPass =
  | { provider: 'normal'; email: string; otp: string; password: string }
  | { provider: 'google'; email: string; signUpToken: string; firstName: string; lastName: string }

export type SignUpDraft = {
  userType: UserType | null
  /** Whose declaration was accepted: another type asks for its own. */
  accepted: UserType | null
  firstName: string
  lastName: string
  phoneNumber: string
  /** Empty until it is chosen; the page offers the language it is shown in. */
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

// In memory and nowhere else: a password or a code that is stored can be found by whoever uses this browser next.
let pass: SignUpPass | null = null
let draft: SignUpDraft = blank
let draftOf = ''

export const signUpPass = (): SignUpPass | null => pass

export function keepPass(next: SignUpPass): void {
  pass = next
  // What one person left unfinished is not shown to the next.
  if (next.email !== draftOf) draft = blank
  draftOf = next.email
  if (next.provider === 'google') {
    const { firstName, lastName } = next
    draft = { ...draft, firstName: draft.firstName || firstName, lastName: draft.lastName || lastName }
  }
}

export const signUpDraft = (): SignUpDraft => draft
export function keepDraft(next: SignUpDraft): void {
  draft = next
}

export function forgetSignUp(): void {
  pass = null
  draft = blank
  draftOf = ''
}
