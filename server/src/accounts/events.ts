export type SignInEnded = { signInId: string; personId: number }

/** `closed`: the parts of the product that the person can no longer use. */
export type StaffChange =
  | { is: 'blocked' | 'unblocked' | 'role' | 'details' | 'signed_out' }
  | { is: 'closed'; parts: readonly string[] }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** A refresh token was used twice, so two parties have it; the sign-in was ended. */
    'accounts.token_reused': { personId: number; device: string }
    /** A code is to be mailed. It exists in clear text only here and in that mail. */
    'accounts.code_issued': {
      purpose: 'sign_up' | 'reset' | 'change_email'
      address: string
      name: string
      language: string
      code: string
    }
    /** The verification link is to be mailed. */
    'accounts.verification_asked': { address: string; name: string; language: string; token: string }
    /** Unused accounts were removed because staff undid an import. */
    'accounts.people_removed': { addresses: readonly string[] }
    'accounts.signed_up': { personId: number }
    'accounts.password_changed': { personId: number }
    /** Changed by the person, who has proved that the new address is theirs. */
    'accounts.email_changed': { personId: number; from: string; to: string }
    /** Flags, role or account status were changed by someone else. */
    'accounts.flags_changed': { personId: number; opened: readonly string[] }
    /** For the person: what staff changed on their account. */
    'accounts.changed_by_staff': { personId: number; change: StaffChange }
    /** Somebody gave a recovery code in place of the authenticator app. */
    'accounts.recovery_code_used': { personId: number; left: number }
    /** Somebody lost the authenticator app and all codes, and asks two administrators for a reset. */
    'accounts.reset_requested': { personId: number }
    /** Two administrators agreed: the person links a new app at the next sign-in. */
    'accounts.authenticator_reset': { personId: number }
    /** A right of a colleague ended, or their account was blocked. */
    'accounts.right_ended': { personId: number }
    'accounts.leave_asked': { personId: number; leavesAt: Date }
    /** The person cancelled leaving Saathi within the two weeks. */
    'accounts.stayed': { personId: number }
    /** A sign-in has ended: remove everything that depends on it. */
    'accounts.sign_in_ended': SignInEnded
  }
}
