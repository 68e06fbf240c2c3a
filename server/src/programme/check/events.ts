import { checkKnownIfSet, checkKnown } from './names.ts'
import type { ProgrammeFile } from '../format/programme.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { EventFile, MentorshipFile } from '../format/mentorship.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'

type MentorshipCheck = {
  file: Document<unknown>
  at: (...path: JsonPath) => JsonPath
  mentorship: MentorshipFile
  project: ProgrammeFile['projects'][number]
}

/** Same rules as the event form: a single event is about a session, a recurring one has an end. */
export function checkEvents({ file, at, mentorship, project }: MentorshipCheck): Problem[] {
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
