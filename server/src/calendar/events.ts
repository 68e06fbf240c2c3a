import type { CalendarProvider } from '@saathi/contract/calendar/entities'

export type PlannedChange = {
  mentorshipId: number
  /** The person who made the change, who is not notified. */
  byId: number
  added: readonly number[]
  changed: readonly number[]
  cancelled: readonly number[]
  /** Those that are, or were until now, in the future. */
  news: readonly number[]
}

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Events of a mentorship changed. */
    'calendar.planned': PlannedChange
    /** A provider no longer grants access to someone's calendar. */
    'calendar.revoked': { personId: number; provider: CalendarProvider }
  }
}
