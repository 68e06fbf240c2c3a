/** One member in one session of a mentorship. */
export type MentorshipSessionRef = { personId: number; mentorshipId: number; sessionId: number }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** A member started, advanced in or finished a session of their mentorship, or submitted one of its quizzes. */
    'learning.mentorship_progressed': MentorshipSessionRef
    /** A member completed a session of their mentorship for the first time. */
    'learning.mentorship_session_finished': MentorshipSessionRef
  }
}
