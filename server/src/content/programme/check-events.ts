import { named, unknown } from './check-names.ts'
import type { ProgrammeFile } from './format.ts'
import type { JsonPath } from './json-lines.ts'
import type { EventFile, MentorshipFile } from './mentorship-format.ts'
import type { Problem } from './problems.ts'
import type { Document } from './programme.ts'

type Judged = {
  file: Document<unknown>
  at: (...path: JsonPath) => JsonPath
  mentorship: MentorshipFile
  project: ProgrammeFile['projects'][number]
}

/** The same as the form asks of members: what happens once is about a session, what repeats has an end. */
export function checkEvents({ file, at, mentorship, project }: Judged): Problem[] {
  const { mentor, mentees, pairManager, events } = mentorship
  const members = [mentor, ...mentees, ...(pairManager === undefined ? [] : [pairManager])]
  const scheduled = project.schedule.map(({ session }) => session)
  return events.flatMap((event, place) => [
    ...unknown(file, at(place, 'by'), event.by, members, 'member of this mentorship'),
    ...named(file, at(place, 'session'), event.session, scheduled, `session in the schedule of ${project.key}`),
    ...Object.entries(faultsOf(event)).map(([field, text]) => file.problemAt(at(place, field), text)),
  ])
}

type Faults = Partial<Record<keyof EventFile, string>>

function faultsOf({ inDays, session, repeats, untilInDays, moved }: EventFile): Faults {
  if (repeats === undefined) {
    const onlyRepeated = 'stands only beside repeats'
    return {
      ...(session === undefined && { session: 'is missing, and may be only where the event repeats' }),
      ...(untilInDays !== undefined && { untilInDays: onlyRepeated }),
      ...(moved.length > 0 && { moved: onlyRepeated }),
    }
  }
  return {
    ...(session !== undefined && { session: 'must be left out where the event repeats' }),
    ...(untilInDays === undefined && { untilInDays: 'is missing, because the event repeats' }),
    ...(untilInDays !== undefined && untilInDays < inDays && { untilInDays: 'must not lie before the first' }),
  }
}
