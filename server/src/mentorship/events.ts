export type Started = { mentorshipId: number; personIds: readonly number[] }
/** Where `isOver`, everybody is out. `goneId`: who has left Saathi, and is not to be written to. */
export type Left = { mentorshipId: number; personIds: readonly number[]; isOver: boolean; goneId: number | null }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Two people or a group were brought together. Later rooms give them a channel and a calendar. */
    'mentorship.started': Started
    /** These people are out of it. */
    'mentorship.left': Left
  }
}
