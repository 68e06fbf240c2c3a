import { INDIA, wallAt } from '@saathi/contract/calendar/zone'

/** The prefix of every link to a day of this calendar. */
export const calendarPrefix = (mentorshipId: number) => `/mentorship?mentorship=${mentorshipId}&calendar=` as const

/** The event's day in the calendar of its mentorship. */
export const calendarPath = ({ mentorshipId, at }: { mentorshipId: number; at: Date }) =>
  `${calendarPrefix(mentorshipId)}${wallAt(at, INDIA).date}` as const
