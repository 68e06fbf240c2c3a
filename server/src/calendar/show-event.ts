import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { Inside } from '#mentorship/public.ts'
import { mayEdit } from './access.ts'
import type { ListedEvent } from './store.ts'

/** Combines the versions of occurrence and series; both only increase. */
export const versionOf = (series: { version: number }, event: { version: number }): number => series.version + event.version - 1

/** The event as this member may see it. */
export function showEvent(inside: Inside, event: ListedEvent): CalendarEvent {
  const { series } = event
  const { mentorship, me, seen } = inside
  const isKnown = series.createdBy === me.personId || seen.some(({ personId }) => personId === series.createdBy)
  return {
    id: event.id,
    series: series.id,
    title: event.title,
    description: event.description,
    eventFrequency: series.frequency,
    scheduledTime: event.at.toISOString(),
    timeZone: series.zone,
    seriesDate: event.date,
    sessionId: event.sessionId,
    sessionName: event.sessionName,
    localeSessionName: event.localeSessionName,
    isPairGroupCall: event.isPairGroupCall,
    isRecurringEvent: series.frequency !== 'NONE',
    isException: event.own.length > 0,
    repeatEndDate: series.end,
    mentorship: mentorship.id,
    mentorGroup: mentorship.groupType === '1toM' ? mentorship.id : null,
    createdBy: isKnown ? series.createdBy : null,
    mayEdit: mayEdit(inside, series.createdBy),
    version: versionOf(series, event),
    // Only calls can be joined.
    videos: event.isPairGroupCall ? [{ sessionUuid: event.sessionUuid }] : [],
  }
}
