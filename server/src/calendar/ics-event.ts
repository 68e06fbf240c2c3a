import type { Ctx } from '#core/ctx.ts'
import { EVENT_MINUTES, type IcsEvent } from './ics.ts'
import type { EventRow } from './store.ts'

type EventForIcs = Pick<EventRow, 'sessionUuid' | 'title' | 'description' | 'at' | 'version' | 'isPairGroupCall' | 'cancelledAt'>

export const meetingPath = (sessionUuid: string) => `/video/join-meeting/${sessionUuid}?section=video` as const

/** The event for external calendars. Only calls have a join URL. */
export function icsEventOf(linkTo: Ctx['linkTo'], event: EventForIcs): IcsEvent {
  const { sessionUuid, title, description, at, version, isPairGroupCall, cancelledAt } = event
  return {
    uuid: sessionUuid,
    title,
    description,
    at,
    minutes: EVENT_MINUTES,
    url: isPairGroupCall ? linkTo(meetingPath(sessionUuid)) : null,
    version,
    isCancelled: cancelledAt !== null,
  }
}
