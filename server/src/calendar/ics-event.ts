import type { Ctx } from '#core/ctx.ts'
import { EVENT_MINUTES, type IcsEvent } from './ics.ts'
import type { EventRow } from './store.ts'

type Told = Pick<EventRow, 'sessionUuid' | 'title' | 'description' | 'at' | 'version' | 'isPairGroupCall' | 'cancelledAt'>

export const meetingPath = (sessionUuid: string) => `/video/join-meeting/${sessionUuid}?section=video` as const

/** As it goes into a calendar that is not ours. There is nothing to join where nobody calls. */
export function icsEventOf(linkTo: Ctx['linkTo'], event: Told): IcsEvent {
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
