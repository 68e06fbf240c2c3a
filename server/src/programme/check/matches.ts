import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import { newMemberFlags, roleMay } from '#accounts/public.ts'
import { answerKeys } from '#content/public.ts'
import type { MatchingFile, ProjectMatching, SeekerFile, GroupFile } from '../format/matching.ts'
import type { Account } from '../format/programme.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'
import type { Programme } from '../programme.ts'
import type { JsonPath } from '../read/json-lines.ts'
import { findCriterionQuestions, checkUnique, checkKnown } from './names.ts'
import { checkOffers, type MatchingCheck } from './match-offers.ts'

const actions = { mentor: 'mentorship.lead', mentee: 'mentorship.follow' } as const

export function checkMatches(programme: Programme): Problem[] {
  const { matching: file, accounts } = programme
  if (!file) return []
  if (!accounts) return [{ file: file.file, text: 'needs accounts.json, because it refers to its people' }]
  const check = prepareCheck(programme, file, accounts.value.accounts)
  const { seekers } = file.value
  return [
    ...checkPairManagers(programme, file, accounts.value.accounts),
    ...checkUnique(
      file,
      seekers.map(({ who }, at) => [['seekers', at, 'who'], who]),
    ),
    ...seekers.flatMap((seeker, at) => checkSeeker(programme, check, ['seekers', at], seeker)),
    ...checkOffers(check),
    ...checkGroups(check),
  ]
}

function prepareCheck(programme: Programme, file: Document<MatchingFile>, accounts: readonly Account[]): MatchingCheck {
  const people = new Map(accounts.map((account) => [account.email, account]))
  const findSeeking = (email: string) => {
    const account = people.get(email)
    const project = programme.about.value.projects.find(({ key }) => key === account?.project)
    return account && project?.matching ? { account, project, plan: project.matching } : undefined
  }
  return {
    file,
    seekers: new Set(file.value.seekers.map(({ who }) => who)),
    findSeeking,
    checkPart: (path, email, part) => {
      const account = people.get(email)
      if (!account) return checkKnown(file, path, email, [], 'person in accounts.json')
      if (!roleMay(account.role, actions[part])) return [file.problemAt(path, `a ${account.role} is no ${part}`)]
      return findSeeking(email) ? [] : [file.problemAt(path, `"${email}" is in no project that has matching`)]
    },
    findMisfit: (one, other) => {
      const [mine, theirs] = [findSeeking(one), findSeeking(other)]
      if (!mine || !theirs) return undefined
      return mustsOf(mine.plan).find((key) => {
        const own = new Set(answersOf(programme, mine.account, key))
        return !answersOf(programme, theirs.account, key).some((answer) => own.has(answer))
      })
    },
  }
}

const mustsOf = ({ criteria }: ProjectMatching) => criteria.flatMap(({ key, strength }) => (strength === 'must' ? [key] : []))

/** Uses only answers from accounts.json, because answers made up during loading are not meant to match anybody. */
function answersOf(programme: Programme, { surveys }: Account, criterion: string): string[] {
  const questions = findCriterionQuestions(programme, criterion)
  const answersGiven = surveys.flatMap(({ survey, answers }) =>
    questions.filter((each) => each.survey.key === survey).map(({ question }) => answers[question.key]),
  )
  return answersGiven.flatMap((answer) => answerKeys(programme.about.value.criteria[criterion] ?? {}, answer))
}

function checkPairManagers({ about }: Programme, file: Document<MatchingFile>, accounts: readonly Account[]): Problem[] {
  const planned = about.value.projects.filter(({ matching }) => matching !== undefined).map(({ key }) => key)
  return Object.entries(file.value.pairManagers).flatMap(([project, email]) => {
    const account = accounts.find((candidate) => candidate.email === email)
    const path = ['pairManagers', project]
    return [
      ...checkKnown(file, path, project, planned, 'project that has matching'),
      ...(account ? [] : checkKnown(file, path, email, [], 'person in accounts.json')),
      ...(account && !roleMay(account.role, 'mentorship.manage')
        ? [file.problemAt(path, `a ${account.role} may not manage a mentorship`)]
        : []),
    ]
  })
}

function checkSeeker(
  programme: Programme,
  { file, checkPart, findSeeking }: MatchingCheck,
  path: JsonPath,
  { who, places, isApproved }: SeekerFile,
): Problem[] {
  const at = (name: string) => [...path, name]
  const seeking = findSeeking(who)
  const part = seeking && roleMay(seeking.account.role, 'mentorship.lead') ? 'mentor' : 'mentee'
  const wrong = checkPart(at('who'), who, part)
  if (!seeking || wrong.length > 0) return wrong
  const { account, plan } = seeking
  const completed = account.learning.filter(({ stepsDone }) => stepsDone === 'all').length
  const curriculum = account.experiences.curriculum ?? (completed < SESSIONS_TO_UNLOCK ? newMemberFlags.curriculum : 'use')
  const follows = (programme.mentorships?.value.mentorships ?? []).some(
    ({ mentees, endedDaysAgo }) => endedDaysAgo === undefined && mentees.includes(who),
  )
  return [
    ...(part === 'mentee' && isApproved !== undefined ? [file.problemAt(at('isApproved'), 'is only for mentors')] : []),
    ...(part === 'mentee' && places !== undefined ? [file.problemAt(at('places'), 'is only for mentors')] : []),
    ...(part === 'mentee' && follows ? [file.problemAt(at('who'), `"${who}" is in an active mentorship`)] : []),
    ...(curriculum === 'use' || (part === 'mentor' && curriculum === 'show')
      ? []
      : [file.problemAt(at('who'), `"${who}" needs ${SESSIONS_TO_UNLOCK} completed sessions to be a seeker`)]),
    ...mustsOf(plan).flatMap((key) =>
      answersOf(programme, account, key).length > 0
        ? []
        : [file.problemAt(at('who'), `"${who}" has not answered ${key} in accounts.json, which is a must`)],
    ),
  ]
}

function checkGroups(check: MatchingCheck): Problem[] {
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
