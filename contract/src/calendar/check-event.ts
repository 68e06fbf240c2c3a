import { Day, type EventFrequency } from './entities.ts'
import { datesOf, MAX_OCCURRENCES } from './recurrence.ts'
import { isZone, wallAt } from './zone.ts'

/** The form's values, as far as they are filled in. */
export type EventDraft = {
  title: string
  isPairGroupCall: boolean | null
  /** Null until date and time are set. */
  scheduledTime: Date | null
  timeZone: string
  eventFrequency: EventFrequency | null
  repeatEndDate: string | null
  sessionId: number | null
}

export type EventField =
  | 'title'
  | 'isPairGroupCall'
  | 'scheduledTime'
  | 'timeZone'
  | 'eventFrequency'
  | 'repeatEndDate'
  | 'sessionName'
export type EventProblem = 'required' | 'notAllowed' | 'beforeStart' | 'tooMany' | 'tooEarly' | 'tooFar' | 'unknownZone'

/** How far ahead an event may be planned. */
export const MAX_YEARS_AHEAD = 5
/** Past events may be added; an earlier year is a typing error. */
export const FIRST_YEAR = 2020

/**
 * All rules between the fields, shared by the form and the server; an event without problems can be saved. `isOneOfMany`: a
 * single occurrence is changed, which may be moved anywhere, even beyond the end of its series.
 */
export function checkEvent(
  draft: EventDraft,
  now: Date,
  { isOneOfMany = false } = {},
): Partial<Record<EventField, EventProblem>> {
  const { title, isPairGroupCall, scheduledTime, timeZone, eventFrequency, repeatEndDate, sessionId } = draft
  const problems: Partial<Record<EventField, EventProblem>> = {}
  if (title.trim() === '') problems.title = 'required'
  // `false` is an answer, too.
  if (isPairGroupCall === null) problems.isPairGroupCall = 'required'
  const atFault = checkTime(scheduledTime, now)
  if (atFault) problems.scheduledTime = atFault
  const isZoneKnown = isZone(timeZone)
  if (!isZoneKnown) problems.timeZone = 'unknownZone'
  if (eventFrequency === null) problems.eventFrequency = 'required'
  else if (eventFrequency === 'NONE') {
    if (sessionId === null) problems.sessionName = 'required'
    if (repeatEndDate !== null) problems.repeatEndDate = 'notAllowed'
  } else {
    if (sessionId !== null) problems.sessionName = 'notAllowed'
    if (repeatEndDate === null) problems.repeatEndDate = 'required'
    else if (!Day.safeParse(repeatEndDate).success) problems.repeatEndDate = 'notAllowed'
    else if (scheduledTime !== null && !atFault && isZoneKnown && !isOneOfMany) {
      const first = wallAt(scheduledTime, timeZone).date
      if (repeatEndDate < first) problems.repeatEndDate = 'beforeStart'
      else if (datesOf({ frequency: eventFrequency, anchor: first, from: first, end: repeatEndDate }).length > MAX_OCCURRENCES) {
        problems.repeatEndDate = 'tooMany'
      }
    }
  }
  return problems
}

function checkTime(time: Date | null, now: Date): EventProblem | null {
  if (time === null || Number.isNaN(time.getTime())) return 'required'
  if (time.getTime() < Date.UTC(FIRST_YEAR, 0)) return 'tooEarly'
  return time.getTime() > yearsAfter(now, MAX_YEARS_AHEAD).getTime() ? 'tooFar' : null
}

const yearsAfter = (time: Date, years: number): Date => {
  const later = new Date(time)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}
