import { FAREWELL_DAYS } from '@saathi/contract/mentorship/farewell'
import { ASSISTANT, type MentorshipFile, type MessageFile, type EventFile } from '../format/mentorship.ts'
import type { ProgrammeFile } from '../format/programme.ts'
import type { Problem, Document } from '../problems.ts'
import type { JsonPath } from '../read/json-lines.ts'
import { checkKnown, checkKnownIfSet } from './names.ts'

type HistoryCheck = { file: Document<unknown>; at: (...path: JsonPath) => JsonPath; mentorship: MentorshipFile }

/** Messages must be during the mentorship, and in conversations that these people have. */
export function checkMessages({ file, at, mentorship }: HistoryCheck): Problem[] {
  const { mentor, mentees, pairManager, startedDaysAgo, endedDaysAgo = 0, messages } = mentorship
  const members = [mentor, ...mentees, ...(pairManager === undefined ? [] : [pairManager])]
  const known = [...members, ASSISTANT]
  return messages.flatMap((message, place) => [
    ...checkKnown(file, at(place, 'by'), message.by, known, 'member of this mentorship'),
    ...(message.to === undefined ? [] : checkKnown(file, at(place, 'to'), message.to, known, 'member of this mentorship')),
    ...(hasNoConversation(message, mentorship) ? [file.problemAt(at(place, 'to'), 'has no conversation with the sender')] : []),
    ...(message.daysAgo > startedDaysAgo || message.daysAgo < endedDaysAgo
      ? [file.problemAt(at(place, 'daysAgo'), 'must lie between the start and the end of the mentorship')]
      : []),
  ])
}

/** The assistant writes to one person. Of direct conversations there are only those with the mentor of a group. */
function hasNoConversation({ by, to }: MessageFile, { mentor, mentees }: MentorshipFile): boolean {
  if (by === ASSISTANT) return to === undefined || to === ASSISTANT
  if (to === undefined || to === ASSISTANT) return false
  const isPair = mentees.length === 1
  const isWithMentor = (by === mentor && mentees.includes(to)) || (to === mentor && mentees.includes(by))
  return isPair || !isWithMentor
}

/** Calls must be between members, and during the mentorship. */
export function checkCalls({ file, at, mentorship }: HistoryCheck): Problem[] {
  const { mentor, mentees, startedDaysAgo, endedDaysAgo = 0, calls } = mentorship
  return calls.flatMap(({ daysAgo, minutes, said }, place) => [
    ...(daysAgo >= startedDaysAgo || daysAgo <= endedDaysAgo
      ? [file.problemAt(at(place, 'daysAgo'), 'must lie between the start and the end of the mentorship')]
      : []),
    ...said.flatMap(({ by, afterSeconds }, line) => [
      ...checkKnown(file, at(place, 'said', line, 'by'), by, [mentor, ...mentees], 'mentor or mentee of this mentorship'),
      ...(afterSeconds > minutes * 60
        ? [file.problemAt(at(place, 'said', line, 'afterSeconds'), 'must not be after the end of the call')]
        : []),
    ]),
  ])
}

/** Check-ins and requests must come from members during the mentorship. One open request per person. */
export function checkCourse({ file, at, mentorship }: HistoryCheck): Problem[] {
  const { mentor, mentees, startedDaysAgo, endedDaysAgo = 0, checkIns, requests } = mentorship
  const known = [mentor, ...mentees]
  const checkDays = (daysAgo: number, path: JsonPath) =>
    daysAgo > startedDaysAgo || daysAgo < endedDaysAgo
      ? [file.problemAt(path, 'must lie between the start and the end of the mentorship')]
      : []
  return [
    ...checkIns.flatMap(({ who, daysAgo }, place) => [
      ...checkKnown(file, at('checkIns', place, 'who'), who, known, 'mentor or mentee of this mentorship'),
      ...checkDays(daysAgo, at('checkIns', place, 'daysAgo')),
    ]),
    ...requests.flatMap(({ by, daysAgo }, place) => [
      ...checkKnown(file, at('requests', place, 'by'), by, known, 'mentor or mentee of this mentorship'),
      ...checkDays(daysAgo, at('requests', place, 'daysAgo')),
      ...(requests.findIndex((request) => request.by === by) < place
        ? [file.problemAt(at('requests', place, 'by'), 'has an open request already')]
        : []),
    ]),
  ]
}

/**
 * A farewell in progress must have started within its days, unless the mentorship has ended; last words must come from members.
 */
export function checkFarewell({ file, at, mentorship }: HistoryCheck): Problem[] {
  const { mentor, mentees, startedDaysAgo, endedDaysAgo, farewell } = mentorship
  if (!farewell) return []
  const { begunDaysAgo, words } = farewell
  const isOver = endedDaysAgo === undefined && begunDaysAgo >= FAREWELL_DAYS
  const isOutside = begunDaysAgo > startedDaysAgo || begunDaysAgo < (endedDaysAgo ?? 0)
  return [
    ...(isOver ? [file.problemAt(at('begunDaysAgo'), `must be less than ${FAREWELL_DAYS}, or the mentorship has ended`)] : []),
    ...(isOutside ? [file.problemAt(at('begunDaysAgo'), 'must lie between the start and the end of the mentorship')] : []),
    ...words.flatMap(({ who }, place) =>
      checkKnown(file, at('words', place, 'who'), who, [mentor, ...mentees], 'mentor or mentee of this mentorship'),
    ),
  ]
}

type EventCheck = HistoryCheck & { project: ProgrammeFile['projects'][number] }

/** Same rules as the event form: a single event is about a session, a recurring one has an end. */
export function checkEvents({ file, at, mentorship, project }: EventCheck): Problem[] {
  const { mentor, mentees, pairManager, events } = mentorship
  const members = [mentor, ...mentees, ...(pairManager === undefined ? [] : [pairManager])]
  const scheduled = project.schedule.map(({ session }) => session)
  return events.flatMap((event, place) => [
    ...checkKnown(file, at(place, 'by'), event.by, members, 'member of this mentorship'),
    ...checkKnownIfSet(file, at(place, 'session'), event.session, scheduled, `session in the schedule of ${project.key}`),
    ...Object.entries(problemsOfEvent(event)).map(([field, text]) => file.problemAt(at(place, field), text)),
  ])
}

type EventProblems = Partial<Record<keyof EventFile, string>>

function problemsOfEvent({ inDays, session, repeats, untilInDays, moved }: EventFile): EventProblems {
  if (repeats === undefined) {
    const onlyRepeated = 'is only allowed with repeats'
    return {
      ...(session === undefined && { session: 'is missing; only a recurring event may leave it out' }),
      ...(untilInDays !== undefined && { untilInDays: onlyRepeated }),
      ...(moved.length > 0 && { moved: onlyRepeated }),
    }
  }
  return {
    ...(session !== undefined && { session: 'must be left out for a recurring event' }),
    ...(untilInDays === undefined && { untilInDays: 'is missing, because the event repeats' }),
    ...(untilInDays !== undefined && untilInDays < inDays && { untilInDays: 'must not be before the first occurrence' }),
  }
}
