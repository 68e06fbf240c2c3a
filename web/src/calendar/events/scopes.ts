import { type CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import { wallAt } from '@saathi/contract/calendar/zone'
import { isFirstOfSeries } from '../cache.ts'
import { type Draft, knownZoneOf, momentOfDraft } from './draft.ts'

/** Why a scope is not offered. */
type ScopeReason = 'pattern' | 'day'
export type Scopes = { offered: readonly Scope[]; reasons: readonly ScopeReason[] }

const all = Scope.options

/** All scopes can be removed. */
export const scopesOfRemoval: Scopes = { offered: all, reasons: [] }

/**
 * A new pattern cannot apply to a single event. A new day cannot apply to all events, unless the first event of the series is
 * edited. The server enforces these rules; here the options are hidden.
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

/** The occurrences a changed series loses: all but the edited event, or the days outside the new pattern. */
export type Loss = 'rest' | 'some'

export function lossOfEdit(event: CalendarEvent, { eventFrequency, repeatEndDate }: Draft): Loss | null {
  if (eventFrequency === 'NONE') return 'rest'
  const isShorter = event.repeatEndDate !== null && repeatEndDate < event.repeatEndDate
  return eventFrequency !== event.eventFrequency || isShorter ? 'some' : null
}
