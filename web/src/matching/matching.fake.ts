import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import type { Profile } from '@saathi/contract/accounts/entities'
import { listMatchScreens } from '@saathi/contract/content/screen-calls'
import { getGroupHoldInfo, getMatchList } from '@saathi/contract/matching/calls'
import type { GroupInfo, MatchTracker } from '@saathi/contract/matching/entities'
import { makeFacts } from '../accounts/next.fake.ts'
import { answer, showApp } from '../../test/harness.tsx'
import { answerHome, personWith } from '../mentorship/home-server.fake.ts'
import type { MatchList } from './queries.ts'

let lastId = 500

/** A match for tests; each has its own id unless one is given. */
export function match(given: Partial<MatchTracker> = {}): MatchTracker {
  const id = given.id ?? (lastId += 1)
  return {
    id,
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
    ...given,
  }
}

const pairStatuses = ['default', 'potential_match', 'awaiting_mentor_response', 'group_hold'] as const

/** What a mentee of a pair reads while somebody is looked for, unless something else is said. */
export function matchList(given: Partial<MatchList> = {}): MatchList {
  const { screen = 1 } = given
  return {
    matchTrackers: [],
    hasNextPage: false,
    screen,
    pairStatus: pairStatuses[screen - 1] ?? 'default',
    expiryHours: 72,
    userMatchType: '1to1',
    isMentor: false,
    waitingSince: '2026-11-02T04:30:00.000Z',
    ...given,
  }
}

export function groupInfo(given: Partial<GroupInfo> = {}): GroupInfo {
  return {
    groupSize: 4,
    actualSize: 0,
    existingMemberInfo: [],
    clubRule: [],
    createdOn: null,
    groupStartsIn: 3,
    startsAt: null,
    isStalled: false,
    ...given,
  }
}

export const memberInfo = (given: Partial<GroupInfo['existingMemberInfo'][number]> = {}) => ({
  id: (lastId += 1),
  fullName: 'Arjun Das',
  role: 'mentee' as const,
  displayPicture: null,
  exclusiveCriteria: {},
  ...given,
})

/** Somebody for whom a partner is being looked for. */
export function seeker(given: Partial<Profile> = {}): Profile {
  const profile = personWith({ curriculum: 'use' }, given)
  return { ...profile, status: { ...profile.status, matching: { matchingStatus: 'READY' } } }
}

type Held = { list?: MatchList; history?: MatchTracker[]; group?: GroupInfo }

/** A server that knows one reader's matches; what it knows may change while a page is open. */
export function answerMatching(given: Held = {}) {
  answer(getNextFacts, makeFacts({ mentorship: 'use', matching: { status: 'READY', offers: 0, decideBy: null } }))
  const held = { list: matchList(), history: [] as MatchTracker[], group: groupInfo(), ...given }
  const home = answerHome({ mentorships: [] })
  const lists = answer(getMatchList, ({ query }) =>
    query.active ? held.list : { ...held.list, matchTrackers: held.history, hasNextPage: false },
  )
  const groups = answer(getGroupHoldInfo, () => held.group)
  answer(listMatchScreens, { screensList: [] })
  return { held, home: home.held, lists: lists.inputs, groups: groups.inputs }
}

export const showMatching = (profile = seeker(), language?: 'en' | 'hi', path = '/mentorship') =>
  showApp({ profile, path, language })
