import type { UserType } from '@saathi/contract/accounts/entities'
import { createStore } from '#core/store.ts'

/** Required to open the sign-up pages: a verified address with code and password, or Google's token for a new user. */
export type SignUpPass =
  | { provider: 'normal'; email: string; otp: string; password: string }
  | { provider: 'google'; email: string; signUpToken: string; firstName: string; lastName: string }

export type SignUpDraft = {
  userType: UserType | null
  /** The type whose declaration was accepted. Switching the type requires accepting the declaration of the other one. */
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
const signUp = createStore<{ pass: SignUpPass | null; draft: SignUpDraft }>({ pass: null, draft: blank })

export const signUpPass = (): SignUpPass | null => signUp.get().pass

export function setSignUpPass(next: SignUpPass): void {
  const before = signUp.get()
  // An unfinished draft is not shown to another person.
  const draft = next.email === before.pass?.email ? before.draft : blank
  const names = next.provider === 'google' ? next : draft
  const { firstName, lastName } = names
  signUp.set({
    pass: next,
    draft: { ...draft, firstName: draft.firstName || firstName, lastName: draft.lastName || lastName },
  })
}

export const signUpDraft = (): SignUpDraft => signUp.get().draft
export const setSignUpDraft = (draft: SignUpDraft): void => signUp.set({ ...signUp.get(), draft })

export const clearSignUp = signUp.reset
