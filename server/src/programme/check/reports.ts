import { roleMay } from '#accounts/public.ts'
import type { Account } from '../format/programme.ts'
import type { MentorshipFile, MentorshipsFile } from '../format/mentorship.ts'
import type { Document, Problem } from '../problems.ts'
import type { JsonPath } from '../read/json-lines.ts'
import { checkKnown } from './names.ts'

type ReportsCheck = {
  file: Document<MentorshipsFile>
  at: (...path: JsonPath) => JsonPath
  mentorship: MentorshipFile
  people: ReadonlyMap<string, Account>
}

/** A member reports another or one of their messages; the team's answer comes from two who work at the desk. */
export function checkReports({ file, at, mentorship, people }: ReportsCheck): Problem[] {
  const { mentor, mentees, messages, reports } = mentorship
  const members = [mentor, ...mentees]
  const checkDesk = (path: JsonPath, email: string): Problem[] => {
    const account = people.get(email)
    if (!account) return checkKnown(file, path, email, [], 'person in accounts.json')
    return roleMay(account.role, 'staff.safety')
      ? []
      : [file.problemAt(path, `a ${account.role} does not work at the safety desk`)]
  }
  return reports.flatMap(({ by, about, message, hoursAgo, answer }, place) => [
    ...checkKnown(file, at(place, 'by'), by, members, 'mentor or mentee of this mentorship'),
    ...checkKnown(file, at(place, 'about'), about, members, 'mentor or mentee of this mentorship'),
    ...(by === about ? [file.problemAt(at(place, 'about'), 'must be somebody else')] : []),
    ...(message !== undefined && !messages.some((each) => each.by === about && each.to === undefined && each.text === message)
      ? [file.problemAt(at(place, 'message'), `"${about}" has not written this to everybody in the mentorship`)]
      : []),
    ...(answer
      ? [...checkDesk(at(place, 'answer', 'by'), answer.by), ...checkDesk(at(place, 'answer', 'signedOffBy'), answer.signedOffBy)]
      : []),
    ...(answer && answer.by === answer.signedOffBy
      ? [file.problemAt(at(place, 'answer', 'signedOffBy'), 'must be somebody else')]
      : []),
    ...(answer && answer.hoursAgo > hoursAgo
      ? [file.problemAt(at(place, 'answer', 'hoursAgo'), 'must not be before the report')]
      : []),
  ])
}
