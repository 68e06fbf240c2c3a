import type { PeopleFile } from '../format/people.ts'
import type { Programme } from '../programme.ts'
import type { Document, Problem } from '../problems.ts'
import { makeFunnel } from './funnel.ts'
import { createRandom } from './random.ts'
import type { Ways } from './person.ts'

/** Checks the references in people.json. */
export function checkPeople({ about, accounts }: Programme, people: Document<PeopleFile>): Problem[] {
  if (!accounts) return [{ file: people.file, text: 'needs accounts.json, because its people have the same password' }]
  return people.value.funnels.flatMap((funnel, at) => {
    const project = about.value.projects.find(({ key }) => key === funnel.project)
    const path = (name: string) => ['funnels', at, name]
    if (!project?.matching || project.schedule.length === 0)
      return [people.problemAt(path('project'), 'must be a project in programme.json with a schedule and matching')]
    const isGroup = project.groupType === '1toM'
    return [
      ...(isGroup && funnel.chosen > 0 ? [people.problemAt(path('chosen'), 'is only for a project of pairs')] : []),
      ...(!isGroup && funnel.forming > 0 ? [people.problemAt(path('forming'), 'is only for a project of groups')] : []),
      ...(funnel.offered + funnel.chosen > funnel.freeMentors
        ? [people.problemAt(path('freeMentors'), 'must be at least as many as have offers')]
        : []),
      ...(about.value.institutions.some((each) => each.project === funnel.project && each.isActive)
        ? []
        : [people.problemAt(path('project'), 'has no institution, with which mentors sign up')]),
    ]
  })
}

/**
 * Adds made-up people to those of the folder. They are described in the format of its files, so the same checks and the same
 * loading apply to them.
 */
export function addPeople(programme: Programme, { seed, funnels }: PeopleFile): Programme {
  const { accounts, mentorships, matching, about } = programme
  if (!accounts) return programme
  const random = createRandom(seed)
  const usedNames = new Set<string>()
  let number = 1
  const made = funnels.map((funnel) => {
    const project = about.value.projects.find(({ key }) => key === funnel.project)
    const days = project?.schedule.reduce((sum, session) => sum + session.days, 0) ?? 0
    const plan = {
      schedule: project?.schedule.map(({ session }) => session) ?? [],
      scheduleDays: days,
      groupSize: project?.matching?.groupSize ?? 0,
      expiryHours: project?.matching?.expiryHours ?? 0,
    }
    const result = makeFunnel(random, funnel, { ...waysOf(programme, funnel), usedNames }, plan, number)
    number += result.people.length
    return result
  })
  const people = made.flatMap((each) => each.people)
  return {
    ...programme,
    madeUp: new Map(people.map(({ account, lastSeenDaysAgo }) => [account.email, { lastSeenDaysAgo }])),
    accounts: {
      ...accounts,
      value: { ...accounts.value, accounts: [...accounts.value.accounts, ...people.map(({ account }) => account)] },
    },
    mentorships: mentorships && {
      ...mentorships,
      value: { mentorships: [...mentorships.value.mentorships, ...made.flatMap((each) => each.mentorships)] },
    },
    matching: matching && {
      ...matching,
      value: {
        pairManagers: Object.assign({ ...matching.value.pairManagers }, ...made.map((each) => each.pairManagers)),
        seekers: [...matching.value.seekers, ...made.flatMap((each) => each.matching.seekers)],
        offers: [...matching.value.offers, ...made.flatMap((each) => each.matching.offers)],
        groups: [...matching.value.groups, ...made.flatMap((each) => each.matching.groups)],
      },
    },
  }
}

function waysOf({ sessions, surveys, about }: Programme, funnel: PeopleFile['funnels'][number]): Omit<Ways, 'usedNames'> {
  const hub = sessions.map(({ value }) => value).filter(({ isLearningHub, projects }) => isLearningHub && !projects)
  return {
    hubSessions: hub.toSorted((a, b) => (a.first ?? 100) - (b.first ?? 100)).map(({ key }) => key),
    surveys: surveys.map(({ value }) => value).filter(({ audience, projects }) => audience === 'everyone' && !projects),
    institutions: about.value.institutions
      .filter(({ project, isActive }) => project === funnel.project && isActive)
      .map(({ code }) => code),
    isGroup: about.value.projects.some(({ key, groupType }) => key === funnel.project && groupType === '1toM'),
    emailDomain: funnel.emailDomain,
    project: funnel.project,
  }
}
