import type { Status } from '@saathi/contract/accounts/entities'
import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import type { Actor } from '#core/ctx.ts'

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Someone reads their status: rooms that know a part of it fill that part in. */
    'accounts.status_asked': { personId: number; status: Status }
    /** Someone reads what their next step is decided from: rooms that know a part of it fill that part in. */
    'accounts.next_step_asked': { actor: Actor; facts: NextFacts }
    /** A refresh token came back that had already been used: two hold it, so the sign-in was ended. */
    'accounts.token_reused': { personId: number; device: string }
    /** A code is to be mailed. It exists in clear only here and in that mail. */
    'accounts.code_issued': {
      purpose: 'sign_up' | 'reset' | 'change_email'
      address: string
      name: string
      language: string
      code: string
    }
    /** The link that verifies an address is to be mailed. */
    'accounts.verification_asked': { address: string; name: string; language: string; token: string }
    'accounts.signed_up': { personId: number }
    'accounts.password_changed': { personId: number }
    /** By the person, who has shown that the new address is theirs. */
    'accounts.email_changed': { personId: number; from: string; to: string }
    /** Flags, role or standing changed by someone else's hand. */
    'accounts.flags_changed': { personId: number; opened: readonly string[] }
    'accounts.leave_asked': { personId: number; leavesAt: Date }
    /** They changed their mind within the two weeks. */
    'accounts.stayed': { personId: number }
    /** A sign-in is over: whatever hangs on it goes too. */
    'accounts.sign_in_ended': { signInId: string; personId: number }
    /** Each room adds what it keeps about the person, under its own name. Links are made for this sign-in. */
    'accounts.export_asked': { personId: number; signInId: string; parts: Record<string, unknown> }
    /** Each room takes away what it keeps about the person; the person's own row is emptied last. */
    'accounts.erase_asked': { personId: number }
  }
}
