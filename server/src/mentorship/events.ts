export type MentorshipStarted = { mentorshipId: number; personIds: readonly number[] }
/** How a mentorship ended with a farewell, or for safety. */
export type MentorshipEnding = {
  /** None of them is matched again before this time. */
  restsUntil: Date
  /** People who return to matching automatically afterwards; for the others, staff decide. */
  matchedAgain: readonly number[]
  /** People who leave matching even if they have another place: they asked to stop, or it ended for safety. */
  takenOut: readonly number[]
  /** They can still read what they wrote to each other. */
  isReadable: boolean
}
/** `isOver`: no member is left. `goneId`: a person who has left Saathi and must not be notified. */
export type MembersLeft = {
  mentorshipId: number
  personIds: readonly number[]
  isOver: boolean
  goneId: number | null
  ending: MentorshipEnding | null
}
/** `note`: written for the safety desk by the colleague who ended it. */
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
    /** The pair has a new coordinator. */
    'mentorship.manager_joined': { mentorshipId: number; personId: number }
    /** The team paused or resumed the pair. Domains with conversations and calls react to it. */
    'mentorship.pause_changed': { mentorshipId: number; isPaused: boolean }
    /** An agreement was made, or a member answered a check-in. */
    'mentorship.course_changed': { mentorshipId: number }
    /** These people are no longer members. */
    'mentorship.left': MembersLeft
    /** The team has ended it at once, because somebody may not be safe. */
    'mentorship.ended_unsafe': EndedUnsafe
  }
}
