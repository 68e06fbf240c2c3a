import { unknown } from './check-names.ts'
import type { JsonPath } from './json-lines.ts'
import { ASSISTANT, type MentorshipFile, type SaidFile } from './mentorship-format.ts'
import type { Problem } from './problems.ts'
import type { Document } from './programme.ts'

type Judged = { file: Document<unknown>; at: (...path: JsonPath) => JsonPath; mentorship: MentorshipFile }

/** Only what these people could have said: while it went on, and where they have a conversation. */
export function checkMessages({ file, at, mentorship }: Judged): Problem[] {
  const { mentor, mentees, pairManager, startedDaysAgo, endedDaysAgo = 0, messages } = mentorship
  const members = [mentor, ...mentees, ...(pairManager === undefined ? [] : [pairManager])]
  const known = [...members, ASSISTANT]
  return messages.flatMap((said, place) => [
    ...unknown(file, at(place, 'by'), said.by, known, 'member of this mentorship'),
    ...(said.to === undefined ? [] : unknown(file, at(place, 'to'), said.to, known, 'member of this mentorship')),
    ...(hasNoConversation(said, mentorship)
      ? [file.problemAt(at(place, 'to'), 'is nobody with whom they have a conversation')]
      : []),
    ...(said.daysAgo > startedDaysAgo || said.daysAgo < endedDaysAgo
      ? [file.problemAt(at(place, 'daysAgo'), 'must lie between the start and the end of the mentorship')]
      : []),
  ])
}

/** The assistant speaks to one person; between two there is a conversation only with the mentor of a group. */
function hasNoConversation({ by, to }: SaidFile, { mentor, mentees }: MentorshipFile): boolean {
  if (by === ASSISTANT) return to === undefined || to === ASSISTANT
  if (to === undefined || to === ASSISTANT) return false
  const isPair = mentees.length === 1
  const isWithMentor = (by === mentor && mentees.includes(to)) || (to === mentor && mentees.includes(by))
  return isPair || !isWithMentor
}
