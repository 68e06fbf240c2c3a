import type { Status } from '@saathi/contract/accounts/entities'

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Someone reads their status: rooms that know a part of it fill that part in. */
    'accounts.status_asked': { personId: number; status: Status }
    /** A refresh token came back that had already been used: two hold it, so the sign-in was ended. */
    'accounts.token_reused': { personId: number; device: string }
  }
}
