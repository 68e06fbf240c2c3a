import type { MatchingCheck } from './matches.ts'
import { checkUnique } from './names.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { GroupFile } from '../format/matching.ts'
import type { Problem } from '../problems.ts'

export function checkGroups(check: MatchingCheck): Problem[] {
  const { file } = check
  const { groups } = file.value
  return [
    ...checkUnique(
      file,
      groups.map(({ mentor }, at) => [['groups', at, 'mentor'], mentor]),
    ),
    ...checkUnique(
      file,
      groups.flatMap(({ mentees }, at) => mentees.map((email, place) => [['groups', at, 'mentees', place], email] as const)),
    ),
    ...groups.flatMap((group, at) => checkGroup(check, ['groups', at], group)),
  ]
}

function checkGroup(check: MatchingCheck, path: JsonPath, { mentor, mentees, hoursAgo }: GroupFile): Problem[] {
  const { file, seekers, checkPart, findSeeking, findMisfit } = check
  const members = mentees.map((email, place): [JsonPath, string] => [[...path, 'mentees', place], email])
  const wrong = [
    ...checkPart([...path, 'mentor'], mentor, 'mentor'),
    ...members.flatMap(([place, email]) => checkPart(place, email, 'mentee')),
  ]
  const lead = findSeeking(mentor)
  if (wrong.length > 0 || !lead) return wrong
  const { project, plan } = lead
  const all: [JsonPath, string][] = [[[...path, 'mentor'], mentor], ...members]
  return [
    ...(project.groupType === '1toM' ? [] : [file.problemAt(path, `"${project.key}" is a project of pairs`)]),
    // A full group would have started.
    ...(mentees.length >= plan.groupSize
      ? [file.problemAt([...path, 'mentees'], `must have fewer entries than the ${plan.groupSize} places`)]
      : []),
    ...(hoursAgo >= plan.groupStartsInDays * 24
      ? [file.problemAt([...path, 'hoursAgo'], `must lie within the ${plan.groupStartsInDays} days after which it starts`)]
      : []),
    ...all.flatMap(([place, email], index) => {
      const clash = all.slice(0, index).find(([, earlier]) => findMisfit(earlier, email) !== undefined)
      return [
        ...(seekers.has(email) ? [] : [file.problemAt(place, `"${email}" is not among the seekers`)]),
        ...(findSeeking(email)?.project === project ? [] : [file.problemAt(place, `"${email}" is not in ${project.key}`)]),
        ...(clash ? [file.problemAt(place, `shares no answer with "${clash[1]}" on a must`)] : []),
      ]
    }),
  ]
}
