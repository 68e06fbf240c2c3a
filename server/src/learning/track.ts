/** Where someone's progress is kept: in the learning hub, or in one of their mentorships, apart from all others. */
export type Track = { personId: number; mentorshipId: number | null }

/** The database's way of asking for equality where one side may be null: `.where('mentorship_id', sameAs(id), id)`. */
export const sameAs = (mentorshipId: number | null): 'is' | '=' => (mentorshipId === null ? 'is' : '=')
