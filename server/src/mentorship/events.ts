export type MentorshipStarted = { mentorshipId: number; personIds: readonly number[] }
/** `isOver`: everybody is out. `goneId`: a person who has left Saathi and must not be notified. */
export type MembersLeft = { mentorshipId: number; personIds: readonly number[]; isOver: boolean; goneId: number | null }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** A pair or group was started. Other domains create its channel and calendar. */
    'mentorship.started': MentorshipStarted
    /** Another coordinator looks after the pair now. */
    'mentorship.manager_joined': { mentorshipId: number; personId: number }
    /** The team has paused the pair, or lets it go on. Domains with conversations and calls follow. */
    'mentorship.pause_changed': { mentorshipId: number; isPaused: boolean }
    /** An agreement holds, or somebody has told the team how it is going. */
    'mentorship.course_changed': { mentorshipId: number }
    /** These people are no longer members. */
    'mentorship.left': MembersLeft
  }
}
