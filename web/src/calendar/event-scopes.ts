import { type CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import { wallAt } from '@saathi/contract/calendar/zone'
import { isFirstOfSeries } from './cache.ts'
import { type Draft, knownZoneOf, momentOfDraft } from './event-draft.ts'

/** Why one of the three is not offered. */
export type ScopeReason = 'pattern' | 'day'
export type Scopes = { offered: readonly Scope[]; reasons: readonly ScopeReason[] }

const all = Scope.options

/** Any of them can be taken out. */
export const scopesOfRemoval: Scopes = { offered: all, reasons: [] }

/**
 * A pattern is no matter of one event. Each event of a series keeps its day, unless it is the first, with which the days of all
 * go. The server keeps these rules; here they are not offered in the first place.
 */
export function scopesOfEdit(event: CalendarEvent, draft: Draft, events: readonly CalendarEvent[]): Scopes {
  const isOtherPattern = draft.eventFrequency !== event.eventFrequency || (draft.repeatEndDate || null) !== event.repeatEndDate
  const zone = knownZoneOf(event)
  const dayIn = (time: Date) => wallAt(time, zone).date
  const moment = momentOfDraft(draft, event) ?? new Date(event.scheduledTime)
  const isOtherDay = dayIn(moment) !== dayIn(new Date(event.scheduledTime))
  const refused = new Map<Scope, ScopeReason>()
  if (isOtherPattern) refused.set('THIS', 'pattern')
  if (isOtherDay && !isFirstOfSeries(event, events)) refused.set('ALL', 'day')
  return { offered: all.filter((scope) => !refused.has(scope)), reasons: [...new Set(refused.values())] }
}

/** What goes when a series becomes another: all but the edited one, or the days that the new pattern no longer has. */
export type Loss = 'rest' | 'some'

export function lossOfEdit(event: CalendarEvent, { eventFrequency, repeatEndDate }: Draft): Loss | null {
  if (eventFrequency === 'NONE') return 'rest'
  const isShorter = event.repeatEndDate !== null && repeatEndDate < event.repeatEndDate
  return eventFrequency !== event.eventFrequency || isShorter ? 'some' : null
}
