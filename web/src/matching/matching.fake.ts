import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import type { Profile } from '@saathi/contract/accounts/entities'
import { listMatchScreens } from '@saathi/contract/content/screen-calls'
import { getGroupHoldInfo, getMatchList } from '@saathi/contract/matching/calls'
import type { GroupInfo, MatchTracker } from '@saathi/contract/matching/entities'
import { makeFacts } from '../accounts/today/next.fake.ts'
import { answer, showApp } from '../../test/harness.tsx'
import { answerHome, personWith } from '../mentorship/home/server.fake.ts'
import type { MatchList } from './queries.ts'

let lastId = 500

/** A match for tests, with a new id by default. */
export function match(overrides: Partial<MatchTracker> = {}): MatchTracker {
  const id = overrides.id ?? (lastId += 1)
  return {
    id,
    canReport: true,
    fullName: `Person ${id}`,
    displayName: `Person ${id}`,
    email: `match-${id}@match.invalid`,
    status: 'ACTIVE',
    interestStatus: null,
    groupCompatibility: null,
    exclusiveCriteria: {},
    clashingCriterias: [],
    updatedTimestamp: new Date().toISOString(),
    expiresAt: null,
    displayPicture: null,
    affiliation: 'B.Com, Pune',
    displayMessage: '',
    ...overrides,
  }
}

const pairStatuses = ['default', 'potential_match', 'awaiting_mentor_response', 'group_hold'] as const

/** By default, the list of a pair mentee who waits on screen 1. */
export function matchList(overrides: Partial<MatchList> = {}): MatchList {
  const { screen = 1 } = overrides
  return {
    matchTrackers: [],
    hasNextPage: false,
    screen,
    pairStatus: pairStatuses[screen - 1] ?? 'default',
    expiryHours: 72,
    userMatchType: '1to1',
    isMentor: false,
    waitingSince: '2026-11-02T04:30:00.000Z',
    ...overrides,
  }
}

export function groupInfo(overrides: Partial<GroupInfo> = {}): GroupInfo {
  return {
    groupSize: 4,
    actualSize: 0,
    existingMemberInfo: [],
    clubRule: [],
    createdOn: null,
    groupStartsIn: 3,
    startsAt: null,
    isStalled: false,
    ...overrides,
  }
}

export const memberInfo = (overrides: Partial<GroupInfo['existingMemberInfo'][number]> = {}) => ({
  id: (lastId += 1),
  fullName: 'Arjun Das',
  role: 'mentee' as const,
  displayPicture: null,
  exclusiveCriteria: {},
  ...overrides,
})

/** A person in the matching pool. */
export function seeker(overrides: Partial<Profile> = {}): Profile {
  const profile = personWith({ curriculum: 'use' }, overrides)
  return { ...profile, status: { ...profile.status, matching: { matchingStatus: 'READY' } } }
}

type ServerData = { list?: MatchList; history?: MatchTracker[]; group?: GroupInfo }

/** Fakes the matching calls. Tests may change the returned data while a page is open. */
export function answerMatching(overrides: ServerData = {}) {
  answer(
    getNextFacts,
    makeFacts({ mentorship: 'use', matching: { status: 'READY', offers: 0, decideBy: null, awaitsApproval: false } }),
  )
  const data = { list: matchList(), history: [] as MatchTracker[], group: groupInfo(), ...overrides }
  const home = answerHome({ mentorships: [] })
  const lists = answer(getMatchList, ({ query }) =>
    query.active ? data.list : { ...data.list, matchTrackers: data.history, hasNextPage: false },
  )
  const groups = answer(getGroupHoldInfo, () => data.group)
  answer(listMatchScreens, { screensList: [] })
  return { data, home: home.held, lists: lists.inputs, groups: groups.inputs }
}

export const showMatching = (profile = seeker(), language?: 'en' | 'hi', path = '/mentorship') =>
  showApp({ profile, path, language })
