/** Progress is stored separately for the learning hub (null) and for each mentorship. */
export type Track = { personId: number; mentorshipId: number | null }

/** Null-safe SQL equality operator: `.where('mentorship_id', sameAs(id), id)`. */
export const sameAs = (mentorshipId: number | null): 'is' | '=' => (mentorshipId === null ? 'is' : '=')
