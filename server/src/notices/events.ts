export type RefusalChanged = { address: string }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** The mail server refused an address for good, or accepts it again. */
    'notices.refusal_changed': RefusalChanged
  }
}
