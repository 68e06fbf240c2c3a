import { roleMay } from '#accounts/public.ts'
import { checkEvents, checkCalls, checkCourse, checkFarewell, checkMessages } from './mentorship-history.ts'
import { checkUnique, checkKnown } from './names.ts'
import { checkReports } from './reports.ts'
import type { Account, AccountsFile, ProgrammeFile } from '../format/programme.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { MentorshipFile, MentorshipsFile } from '../format/mentorship.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'
import type { Programme } from '../programme.ts'

type Project = ProgrammeFile['projects'][number]
/** A mentorship of the file with everything needed to check it. */
type MentorshipCheck = {
  file: Document<MentorshipsFile>
  at: (...path: JsonPath) => JsonPath
  mentorship: MentorshipFile
  project: Project | undefined
  people: ReadonlyMap<string, Account>
  stepCounts: ReadonlyMap<string, number>
}

export function checkMentorships({ about, accounts, sessions, mentorships }: Programme): Problem[] {
  if (!mentorships) return []
  if (!accounts) return [{ file: mentorships.file, text: 'needs accounts.json, because it refers to its people' }]
  const people = peopleOf(accounts.value)
  const stepCounts = new Map(sessions.map(({ value }) => [value.key, value.steps.length]))
  const list = mentorships.value.mentorships
  return [
    ...list.flatMap((mentorship, index) =>
      checkMentorship({
        file: mentorships,
        at: (...path) => ['mentorships', index, ...path],
        mentorship,
        project: about.value.projects.find(({ key }) => key === mentorship.project),
        people,
        stepCounts,
      }),
    ),
    ...checkOneMentorEach(mentorships, list),
  ]
}

const peopleOf = ({ accounts }: AccountsFile) => new Map(accounts.map((account) => [account.email, account]))

function checkMentorship(check: MentorshipCheck): Problem[] {
  const { file, at, mentorship, project } = check
  const { mentor, mentees, pairManager, startedDaysAgo, endedDaysAgo } = mentorship
  if (!project) return checkKnown(file, at('project'), mentorship.project, [], 'project in programme.json')
  const participants: [JsonPath, string][] = [
    [at('mentor'), mentor],
    ...mentees.map((email, place): [JsonPath, string] => [at('mentees', place), email]),
  ]
  return [
    ...(project.schedule.length === 0
      ? [file.problemAt(at('project'), `"${project.key}" has no schedule in programme.json`)]
      : []),
    ...checkUnique(file, participants),
    ...checkMember(check, at('mentor'), mentor, 'mentorship.lead', project),
    ...mentees.flatMap((email, place) => checkMember(check, at('mentees', place), email, 'mentorship.follow', project)),
    ...(pairManager === undefined ? [] : checkMember(check, at('pairManager'), pairManager, 'mentorship.manage', null)),
    ...(project.groupType === '1to1' && mentees.length > 1
      ? [file.problemAt(at('mentees'), 'must have exactly 1 entry in a project of type 1to1')]
      : []),
    ...(endedDaysAgo !== undefined && endedDaysAgo >= startedDaysAgo
      ? [file.problemAt(at('endedDaysAgo'), 'must be fewer days ago than it started')]
      : []),
    ...checkProgress(check, project),
    ...checkEvents({ file, at: (...path) => at('events', ...path), mentorship, project }),
    ...checkMessages({ file, at: (...path) => at('messages', ...path), mentorship }),
    ...checkCalls({ file, at: (...path) => at('calls', ...path), mentorship }),
    ...checkReports({ file, at: (...path) => at('reports', ...path), mentorship, people: check.people }),
    ...checkCourse({ file, at, mentorship }),
    ...checkFarewell({ file, at: (...path) => at('farewell', ...path), mentorship }),
  ]
}

const actionVerbs = { 'mentorship.lead': 'lead', 'mentorship.follow': 'follow in', 'mentorship.manage': 'manage' }

/** `project` is null for pair managers, who may belong to any project or to none. */
function checkMember(
  { file, people }: MentorshipCheck,
  path: JsonPath,
  email: string,
  action: keyof typeof actionVerbs,
  project: Project | null,
): Problem[] {
  const account = people.get(email)
  if (!account) return checkKnown(file, path, email, [], 'person in accounts.json')
  return [
    ...(roleMay(account.role, action)
      ? []
      : [file.problemAt(path, `a ${account.role} may not ${actionVerbs[action]} a mentorship`)]),
    ...(project && account.project !== project.key ? [file.problemAt(path, `"${email}" is not in ${project.key}`)] : []),
  ]
}

function checkProgress({ file, at, mentorship, stepCounts }: MentorshipCheck, project: Project): Problem[] {
  const { mentor, mentees, startedDaysAgo, endedDaysAgo = 0, walked } = mentorship
  const scheduled = project.schedule.map(({ session }) => session)
  return [
    ...checkUnique(
      file,
      walked.map(({ who, session }, place) => [at('walked', place), `${who} ${session}`]),
    ),
    ...walked.flatMap(({ who, session, stepsDone, startedDaysAgo: begun }, place) => {
      const steps = stepCounts.get(session)
      return [
        ...checkKnown(file, at('walked', place, 'who'), who, [mentor, ...mentees], 'mentor or mentee of this mentorship'),
        ...checkKnown(file, at('walked', place, 'session'), session, scheduled, `session in the schedule of ${project.key}`),
        ...(steps !== undefined && typeof stepsDone === 'number' && stepsDone > steps
          ? [file.problemAt(at('walked', place, 'stepsDone'), `"${session}" has only ${steps} steps`)]
          : []),
        ...(begun > startedDaysAgo || begun < endedDaysAgo
          ? [file.problemAt(at('walked', place, 'startedDaysAgo'), 'must lie between the start and the end of the mentorship')]
          : []),
      ]
    }),
  ]
}

/** A mentee has one mentor at a time; the database would reject a second. */
function checkOneMentorEach(file: Document<unknown>, list: readonly MentorshipFile[]): Problem[] {
  const taken = new Set<string>()
  return list.flatMap(({ mentees, endedDaysAgo }, index) => {
    if (endedDaysAgo !== undefined) return []
    const again = mentees.flatMap((email, place) =>
      taken.has(email)
        ? [file.problemAt(['mentorships', index, 'mentees', place], `"${email}" is already in an active mentorship`)]
        : [],
    )
    for (const email of mentees) taken.add(email)
    return again
  })
}
