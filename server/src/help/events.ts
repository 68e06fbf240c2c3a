import type { DangerKind } from '@saathi/contract/help/entities'

declare module '#core/events.ts' {
  interface DomainEvents {
    /**
     * A message to the team or the assistant may mean danger. `notified`: members of the team who already have a notice about it.
     */
    'help.concern_raised': { personId: number; danger: DangerKind; words: string; notified: readonly number[] }
  }
}
