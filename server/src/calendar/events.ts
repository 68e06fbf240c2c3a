import type { CalendarProvider } from '@saathi/contract/calendar/entities'

export type Planned = {
  mentorshipId: number
  /** Who did it, and so need not be told. */
  byId: number
  added: readonly number[]
  changed: readonly number[]
  cancelled: readonly number[]
  /** Those of them that are yet to come, or were until now. */
  news: readonly number[]
}

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Events of a mentorship are other than they were. */
    'calendar.planned': Planned
    /** A provider no longer lets us into somebody's calendar. */
    'calendar.revoked': { personId: number; provider: CalendarProvider }
  }
}
