import { checkKnown } from './names.ts'
import type { JsonPath } from '../read/json-lines.ts'
import { ASSISTANT, type MentorshipFile, type MessageFile } from '../format/mentorship.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'

type MentorshipCheck = { file: Document<unknown>; at: (...path: JsonPath) => JsonPath; mentorship: MentorshipFile }

/** Messages must be during the mentorship, and in conversations that these people have. */
export function checkMessages({ file, at, mentorship }: MentorshipCheck): Problem[] {
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
