import type { DangerKind } from '@saathi/contract/help/entities'

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Somebody's words to the team or to the assistant may mean danger. `notified`: those of the team who have a notice of it. */
    'help.concern_raised': { personId: number; danger: DangerKind; words: string; notified: readonly number[] }
  }
}
