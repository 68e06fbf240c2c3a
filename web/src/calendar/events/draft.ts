import type { addCalendarEvent } from '@saathi/contract/calendar/calls'
import { checkEvent, type EventProblem } from '@saathi/contract/calendar/check-event'
import { type CalendarEvent, EVENT_MINUTES, type EventFrequency } from '@saathi/contract/calendar/entities'
import { INDIA, isZone, momentOf, wallAt } from '@saathi/contract/calendar/zone'
import type { CallInput } from '@saathi/contract/core/call'
import { type Day, isDay } from '../days.ts'

/** The form's values: date and time in India, '' if empty. */
export type Draft = {
  title: string
  isPairGroupCall: boolean | null
  date: string
  time: string
  minutes: number
  eventFrequency: EventFrequency | null
  repeatEndDate: string
  sessionId: number | null
  description: string
}
export type DraftField = keyof Draft
export type EventBody = CallInput<typeof addCalendarEvent>['body']

export const emptyDraft = (day: Day): Draft => ({
  title: '',
  isPairGroupCall: null,
  date: day,
  time: '',
  minutes: EVENT_MINUTES,
  eventFrequency: null,
  repeatEndDate: '',
  sessionId: null,
  description: '',
})

/** Date and time as the form shows them. */
export function indiaWall(at: string): Pick<Draft, 'date' | 'time'> {
  const { date, time } = wallAt(new Date(at), INDIA)
  return { date, time: time.slice(0, 5) }
}

export function draftOf(event: CalendarEvent): Draft {
  return {
    title: event.title,
    isPairGroupCall: event.isPairGroupCall,
    ...indiaWall(event.scheduledTime),
    minutes: event.minutes,
    eventFrequency: event.eventFrequency,
    repeatEndDate: event.repeatEndDate ?? '',
    sessionId: event.sessionId,
    description: event.description,
  }
}

/** Clears hidden fields: an end needs a frequency, and a session needs a single event. */
export function withFrequency(draft: Draft, eventFrequency: EventFrequency | null): Draft {
  const repeats = eventFrequency !== null && eventFrequency !== 'NONE'
  return {
    ...draft,
    eventFrequency,
    repeatEndDate: repeats ? draft.repeatEndDate : '',
    sessionId: repeats ? null : draft.sessionId,
  }
}

/** Date inputs accept years of six digits, which cannot be processed. */
const isFarYear = (date: string): boolean => /^\d{5}/.test(date)
const isLongGone = (date: string): boolean => !isFarYear(date) && date < '2000'

/** Null until date and time are set. If neither was changed, the exact original time. */
export function momentOfDraft({ date, time }: Draft, base: CalendarEvent | null): Date | null {
  if (!isDay(date) || time === '') return null
  if (base) {
    const before = draftOf(base)
    if (before.date === date && before.time === time) return new Date(base.scheduledTime)
  }
  return momentOf({ date, time: `${time.slice(0, 5)}:00` }, INDIA)
}

/** The time zone of the series; new events use India's. */
const zoneOf = (base: CalendarEvent | null): string => base?.timeZone ?? INDIA

/** A zone unknown to this browser is left to the server; days are then computed for India. */
export function knownZoneOf(base: CalendarEvent | null): string {
  const zone = zoneOf(base)
  return isZone(zone) ? zone : INDIA
}

/** An occurrence of an unchanged series may be moved by itself, even beyond the end. */
const isOneOfMany = ({ eventFrequency, repeatEndDate }: Draft, base: CalendarEvent | null): boolean =>
  base !== null &&
  base.isRecurringEvent &&
  eventFrequency === base.eventFrequency &&
  (repeatEndDate || null) === base.repeatEndDate

export type Faults = Partial<Record<DraftField, EventProblem>>

/** The contract's rules, mapped to the form fields. */
export function faultsOf(draft: Draft, base: CalendarEvent | null, now: Date): Faults {
  const { scheduledTime, sessionName, ...problems } = checkEvent(
    {
      title: draft.title,
      isPairGroupCall: draft.isPairGroupCall,
      scheduledTime: momentOfDraft(draft, base),
      timeZone: knownZoneOf(base),
      eventFrequency: draft.eventFrequency,
      repeatEndDate: draft.repeatEndDate || null,
      sessionId: draft.sessionId,
    },
    now,
    { isOneOfMany: isOneOfMany(draft, base) },
  )
  const faults: Faults = { ...problems, ...(sessionName && { sessionId: sessionName }) }
  if (scheduledTime === 'required') {
    if (draft.date === '') faults.date = 'required'
    if (draft.time === '') faults.time = 'required'
  } else if (scheduledTime) faults.date = scheduledTime
  if (draft.date !== '' && !isDay(draft.date)) faults.date = isLongGone(draft.date) ? 'tooEarly' : 'tooFar'
  if (isFarYear(draft.repeatEndDate)) faults.repeatEndDate = 'tooMany'
  return faults
}

/** Only for a draft without faults. */
export function bodyOf(draft: Draft, base: CalendarEvent | null): EventBody {
  return {
    title: draft.title,
    description: draft.description,
    isPairGroupCall: draft.isPairGroupCall,
    scheduledTime: momentOfDraft(draft, base)?.toISOString() ?? null,
    timeZone: zoneOf(base),
    minutes: draft.minutes,
    eventFrequency: draft.eventFrequency,
    repeatEndDate: draft.repeatEndDate || null,
    sessionId: draft.sessionId,
  }
}

const fields: readonly DraftField[] = [
  'title',
  'isPairGroupCall',
  'date',
  'time',
  'minutes',
  'eventFrequency',
  'repeatEndDate',
  'sessionId',
  'description',
]

/** The server trims text, so whitespace does not count. */
const plain = (value: Draft[DraftField]) => (typeof value === 'string' ? value.trim() : value)

/** In the order of the form. */
export const differences = (one: Draft, other: Draft): DraftField[] =>
  fields.filter((field) => plain(one[field]) !== plain(other[field]))

/** Whether the form shows no difference: a change elsewhere in a series increases every version. */
export const looksAlike = (one: CalendarEvent, other: CalendarEvent): boolean =>
  differences(draftOf(one), draftOf(other)).length === 0

/** Keeps my changes, and takes all other fields from their version. */
export function rebase(mine: Draft, before: Draft, theirs: Draft): Draft {
  const own = Object.fromEntries(differences(mine, before).map((field) => [field, mine[field]]))
  const merged: Draft = { ...theirs, ...own }
  return withFrequency(merged, merged.eventFrequency)
}
