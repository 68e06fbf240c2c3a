import { localeOf } from '@saathi/contract/core/message'
import type { ListenerCtx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import type { MemberRow } from '#mentorship/public.ts'
import { type MailLine, plainValues } from '#notices/public.ts'
import { calendarPath } from './paths.ts'
import { type AnswerRow, findAnswers } from '../answers/store.ts'
import { icsEventOf, icsOf, type IcsPeople, meetingPath } from '../ics.ts'
import { findCreators, type NoticeEvent } from './store.ts'

/** The people a member can see: mentees of a group see neither each other nor each other's answers. */
const visibleTo = (reader: MemberRow, members: readonly MemberRow[]): MemberRow[] =>
  members.filter((member) => member.personId === reader.personId || reader.part !== 'mentee' || member.part !== 'mentee')

const nameOf = ({ firstName, lastName }: MemberRow): string => `${firstName} ${lastName}`.trim()

type Written = { file: string; lines: (language: string) => MailLine[] }

/** The file and the lines of a mail, for each reader. They differ, because not everybody sees everybody. */
export async function writeForReaders(
  ctx: ListenerCtx,
  events: readonly NoticeEvent[],
  members: readonly MemberRow[],
): Promise<(personId: number) => Written | null> {
  const answers = await findAnswers(
    ctx.db,
    events.map(({ id }) => id),
  )
  const creators = await findCreators(
    ctx.db,
    events.map(({ seriesId }) => seriesId),
  )

  return (personId) => {
    const reader = members.find((member) => member.personId === personId)
    if (!reader) return null
    const visible = visibleTo(reader, members)
    const creatorOf = ({ seriesId }: NoticeEvent) => visible.find((member) => member.personId === creators.get(seriesId))
    const withPeople = (event: NoticeEvent) => ({
      ...icsEventOf(ctx.linkTo, event),
      people: peopleOf(event, { visible, creator: creatorOf(event), answers }),
    })
    return {
      file: icsOf(events.map(withPeople), { now: ctx.now() }),
      lines: (language) => linesFor(language, events, visible, creatorOf),
    }
  }
}

type Known = { visible: readonly MemberRow[]; creator: MemberRow | undefined; answers: readonly AnswerRow[] }

function peopleOf(event: NoticeEvent, { visible, creator, answers }: Known): IcsPeople {
  const comes = (member: MemberRow) => member.part !== 'pair_manager' || member === creator
  return {
    organizer: creator ? { id: creator.personId, name: nameOf(creator) } : null,
    attendees: visible.filter(comes).map((member) => ({
      id: member.personId,
      name: nameOf(member),
      isYes: answers.find(({ eventId, personId }) => eventId === event.id && personId === member.personId)?.isYes ?? null,
    })),
  }
}

/** Who planned it, how long it is, who comes, and where to join and to answer; for a series, of its first event. */
function linesFor(
  language: string,
  events: readonly NoticeEvent[],
  visible: readonly MemberRow[],
  creatorOf: (event: NoticeEvent) => MemberRow | undefined,
): MailLine[] {
  const event = events.find(({ cancelledAt }) => cancelledAt === null)
  if (!event) return []
  const t = findText(language)
  const creator = creatorOf(event)
  const people = visible.filter((member) => member.part !== 'pair_manager' || member === creator)
  const names = new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(people.map(({ firstName }) => firstName))
  return [
    ...(creator ? [t('notices.calendar.by', plainValues({ who: creator.firstName }))] : []),
    t('notices.calendar.people', { ...plainValues({ names }), minutes: event.minutes }),
    ...(event.isPairGroupCall ? [{ text: t('notices.calendar.join'), path: meetingPath(event.sessionUuid) }] : []),
    ...(events.length === 1 ? [{ text: t('notices.calendar.answer'), path: calendarPath(event) }] : []),
  ]
}
