/** One member in one session of a mentorship. */
export type MentorshipSessionRef = { personId: number; mentorshipId: number; sessionId: number }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** A member started, advanced in or finished a session of their mentorship, or submitted one of its quizzes. */
    'learning.walked_on': MentorshipSessionRef
    /** A member completed a session of their mentorship for the first time. */
    'learning.walk_finished': MentorshipSessionRef
  }
}
