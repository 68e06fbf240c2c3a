/** A member's place in one session of a mentorship. */
export type MentorshipSessionRef = { personId: number; mentorshipId: number; sessionId: number }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Somebody began, moved on in or finished a session of their mentorship, or sent a quiz of it. */
    'learning.walked_on': MentorshipSessionRef
    /** Somebody has done all of a session of their mentorship, for the first time. */
    'learning.walk_finished': MentorshipSessionRef
  }
}
