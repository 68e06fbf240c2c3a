export type MentorshipStarted = { mentorshipId: number; personIds: readonly number[] }
/** How a mentorship ended with a farewell, or for safety. */
export type MentorshipEnding = {
  /** Nobody of them is matched again before. */
  restsUntil: Date
  /** They return to matching by themselves afterwards; for the others, staff decide. */
  matchedAgain: readonly number[]
  /** They leave matching even with another place: they asked to stop, or it ended for safety. */
  takenOut: readonly number[]
  /** They can still read what they wrote to each other. */
  isReadable: boolean
}
/** `isOver`: everybody is out. `goneId`: a person who has left Saathi and must not be notified. */
export type MembersLeft = {
  mentorshipId: number
  personIds: readonly number[]
  isOver: boolean
  goneId: number | null
  ending: MentorshipEnding | null
}
/** `note`: of the colleague who ended it, for the safety desk. */
export type EndedUnsafe = {
  mentorshipId: number
  people: readonly { personId: number; part: 'mentor' | 'mentee' }[]
  note: string
  byId: number
}

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
    /** The team has ended it at once, because somebody may not be safe. */
    'mentorship.ended_unsafe': EndedUnsafe
  }
}
