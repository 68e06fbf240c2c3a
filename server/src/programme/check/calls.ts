import { checkKnown } from './names.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { MentorshipFile } from '../format/mentorship.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'

type MentorshipCheck = { file: Document<unknown>; at: (...path: JsonPath) => JsonPath; mentorship: MentorshipFile }

/** Calls must be between members, and during the mentorship. */
export function checkCalls({ file, at, mentorship }: MentorshipCheck): Problem[] {
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
