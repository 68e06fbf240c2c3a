import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Ctx } from '#core/ctx.ts'
import type { EventRow } from './store.ts'

/** One occurrence for external calendars. */
export type IcsEvent = {
  /** Stays the same when the occurrence is moved. */
  uuid: string
  title: string
  description: string
  at: Date
  minutes: number
  /** The join URL; null if it is not a call. */
  url: string | null
  version: number
  isCancelled: boolean
  /** Who planned it and who comes, as far as the reader may see them; never with a real address. */
  people?: IcsPeople
}

type IcsPerson = { id: number; name: string }
export type IcsPeople = {
  organizer: IcsPerson | null
  attendees: readonly (IcsPerson & { isYes: boolean | null })[]
}

export type IcsOptions = {
  now: Date
  /** The calendar's name for subscribers. */
  name?: string
  /**
   * For feeds. CalDAV resources must not have a method (RFC 4791). Files in mails name people, which a published event must not do
   * (RFC 5546); as requests they would offer to answer by mail, which nobody reads.
   */
  method?: 'PUBLISH'
}

/** How the UIDs of our events end. */
export const OWN_UID = '@saathi'

/** How often subscribers refresh. */
const REFRESH_SECONDS = 60 * 60
/** Published events require an organizer (RFC 5546); this address accepts no mail. */
const organizer = { name: 'Saathi', email: 'nomail@saathi.invalid' }
/** Stands in for a real address, because nobody's address is shown to others. */
const aliasOf = (id: number) => `member-${id}@saathi.invalid`

function organizerOf(people: IcsPeople | undefined, isPublished: boolean) {
  if (people?.organizer) return { organizer: { name: toPlain(people.organizer.name), email: aliasOf(people.organizer.id) } }
  return isPublished || people ? { organizer } : {}
}

/**
 * An ICS file (RFC 5545). Times are in UTC and each occurrence is a separate event, so no zones or recurrence rules are needed.
 */
export function icsOf(events: readonly IcsEvent[], { now, name, method }: IcsOptions): string {
  const calendar = ical({
    prodId: '//Saathi//Calendar//EN',
    scale: 'GREGORIAN',
    ...(method && { method: ICalCalendarMethod[method] }),
    ...(name !== undefined && { name: toPlain(name), ttl: REFRESH_SECONDS }),
  })
  for (const event of events) {
    const { uuid, title, description, at, version, isCancelled, url, people } = event
    calendar.createEvent({
      id: uuid + OWN_UID,
      stamp: now,
      start: at,
      end: endOf(event),
      sequence: version,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: toPlain(title),
      ...organizerOf(people, method !== undefined),
      attendees: (people?.attendees ?? []).map(({ id, name, isYes }) => ({
        name: toPlain(name),
        email: aliasOf(id),
        rsvp: false,
        status:
          isYes === null ? ICalAttendeeStatus.NEEDSACTION : isYes ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.DECLINED,
      })),
      ...(description !== '' && { description: toPlain(description) }),
      // Every calendar shows the location; few show the URL.
      ...(url !== null && { location: url, url: new URL(url).href }),
    })
  }
  return `${calendar.toString()}\r\n`
}

/** The library escapes line breaks and separators, and leaves other control characters and broken pairs as they are. */
const toPlain = (typed: string): string =>
  typed
    .toWellFormed()
    .replace(/\r\n|[\r\n\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')

type EventForIcs = Pick<
  EventRow,
  'sessionUuid' | 'title' | 'description' | 'at' | 'minutes' | 'version' | 'isPairGroupCall' | 'cancelledAt'
>

export const meetingPath = (sessionUuid: string) => `/video/join-meeting/${sessionUuid}?section=video` as const

/** The event for external calendars. Only calls have a join URL. */
export function icsEventOf(linkTo: Ctx['linkTo'], event: EventForIcs): IcsEvent {
  const { sessionUuid, title, description, at, minutes, version, isPairGroupCall, cancelledAt } = event
  return {
    uuid: sessionUuid,
    title,
    description,
    at,
    minutes,
    url: isPairGroupCall ? linkTo(meetingPath(sessionUuid)) : null,
    version,
    isCancelled: cancelledAt !== null,
  }
}

/** Includes the join URL, because not every calendar shows the location. */
export const textOf = ({ description, url }: IcsEvent): string =>
  [description, url ?? ''].filter((part) => part !== '').join('\n\n')

export const endOf = ({ at, minutes }: IcsEvent): Date => new Date(at.getTime() + minutes * 60_000)
