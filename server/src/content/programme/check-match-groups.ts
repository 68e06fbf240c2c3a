import type { JudgedMatches } from './check-matches.ts'
import { repeated } from './check-names.ts'
import type { JsonPath } from './json-lines.ts'
import type { GroupFile } from './matching-format.ts'
import type { Problem } from './problems.ts'

export function checkGroups(judged: JudgedMatches): Problem[] {
  const { file } = judged
  const { groups } = file.value
  return [
    ...repeated(
      file,
      groups.map(({ mentor }, at) => [['groups', at, 'mentor'], mentor]),
    ),
    ...repeated(
      file,
      groups.flatMap(({ mentees }, at) => mentees.map((email, place) => [['groups', at, 'mentees', place], email] as const)),
    ),
    ...groups.flatMap((group, at) => checkGroup(judged, ['groups', at], group)),
  ]
}

function checkGroup(judged: JudgedMatches, path: JsonPath, { mentor, mentees, hoursAgo }: GroupFile): Problem[] {
  const { file, seekers, checkPart, findSeeking, findMisfit } = judged
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
    // A full one would have begun.
    ...(mentees.length >= plan.groupSize
      ? [file.problemAt([...path, 'mentees'], `must have fewer entries than the ${plan.groupSize} places`)]
      : []),
    ...(hoursAgo >= plan.groupStartsInDays * 24
      ? [file.problemAt([...path, 'hoursAgo'], `must lie within the ${plan.groupStartsInDays} days after which it begins`)]
      : []),
    ...all.flatMap(([place, email], index) => {
      const clash = all.slice(0, index).find(([, earlier]) => findMisfit(earlier, email) !== undefined)
      return [
        ...(seekers.has(email) ? [] : [file.problemAt(place, `"${email}" is not among the seekers`)]),
        ...(findSeeking(email)?.project === project ? [] : [file.problemAt(place, `"${email}" is not in ${project.key}`)]),
        ...(clash ? [file.problemAt(place, `has nothing in common with "${clash[1]}" in a must`)] : []),
      ]
    }),
  ]
}
