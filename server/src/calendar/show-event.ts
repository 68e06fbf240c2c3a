import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { Ctx } from '#core/ctx.ts'
import type { Inside } from '#mentorship/public.ts'
import { mayEdit } from './access.ts'
import { findEvent, type ListedEvent } from './list-store.ts'

export async function readBack(ctx: Ctx, inside: Inside, id: number): Promise<CalendarEvent> {
  const event = await findEvent(ctx.db, id, ctx.actor.language)
  if (!event) throw new Error(`event ${id} is missing after it was written`)
  return showEvent(inside, event)
}

/** Combines the versions of occurrence and series; both only increase. */
export const versionOf = (series: { version: number }, event: { version: number }): number => series.version + event.version - 1

/** An event as this member may see it, with its answers. */
export function showEvent(inside: Inside, event: ListedEvent): CalendarEvent {
  const { series, answers, proposals } = event
  const { mentorship, me, visible } = inside
  const known = new Set([me.personId, ...visible.map(({ personId }) => personId)])
  const isVisible = ({ personId }: { personId: number }) => known.has(personId)
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
    minutes: event.minutes,
    mentorship: mentorship.id,
    mentorGroup: mentorship.groupType === '1toM' ? mentorship.id : null,
    createdBy: series.createdBy !== null && known.has(series.createdBy) ? series.createdBy : null,
    mayEdit: mayEdit(inside, series.createdBy),
    plannedAt: series.createdAt.toISOString(),
    answers: answers.filter(isVisible).map(({ personId, isYes, answeredAt }) => ({
      userId: personId,
      isYes,
      answeredAt: answeredAt.toISOString(),
    })),
    proposals: proposals.filter(isVisible).map(({ id, personId, at, note, proposedAt }) => ({
      id,
      userId: personId,
      scheduledTime: at.toISOString(),
      note,
      proposedAt: proposedAt.toISOString(),
    })),
    version: versionOf(series, event),
    // Only calls can be joined.
    videos: event.isPairGroupCall ? [{ sessionUuid: event.sessionUuid }] : [],
  }
}
