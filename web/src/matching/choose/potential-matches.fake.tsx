import { getMatchInfo } from '@saathi/contract/matching/calls'
import type { ExclusiveCriteria, GroupInfo, MatchCriterion, MatchInfo, MatchTracker } from '@saathi/contract/matching/entities'
import { useQuery } from '@tanstack/react-query'
import { answer, show } from '../../../test/harness.tsx'
import { answerMatching, match, matchList, seeker } from '../matching.fake.ts'
import { PotentialMatches } from './potential-matches.tsx'
import { UnavailableNotice } from './unavailable-dialog.tsx'
import { activeMatchesQuery, groupInfoQuery, type MatchList } from '../queries.ts'

export function criterion(overrides: Partial<MatchCriterion> = {}): MatchCriterion {
  return {
    key: 'languages',
    order: 1,
    matchingCriteria: 'Language',
    localeMatchingCriteria: 'Language',
    answer: 'Hindi, Punjabi',
    matchedAnswer: 'Hindi, Telugu',
    match: true,
    mandatory: true,
    icon: 'language',
    explanation: 'Both speak Hindi',
    helpText: 'You talk with each other in a language that both know.',
    points: 0,
    ...overrides,
  }
}

export const matchInfo = (overrides: Partial<MatchInfo> = {}): MatchInfo => ({
  id: 1,
  criteriaJson: [criterion()],
  about: '',
  score: 80,
  ...overrides,
})

export const speaks = (...words: string[]): ExclusiveCriteria => ({
  languages: {
    mandatory: true,
    name: 'Language',
    icon: 'language',
    matchedAnswer: words,
    answerKeys: words.map((word) => word.toLowerCase()),
  },
})

/** Three potential matches; the last speaks another language. */
export const kavya = (overrides: Partial<MatchTracker> = {}) =>
  match({ id: 1, fullName: 'Kavya Reddy', displayName: 'Kavya', exclusiveCriteria: speaks('Hindi', 'Telugu'), ...overrides })
export const joseph = (overrides: Partial<MatchTracker> = {}) =>
  match({ id: 2, fullName: 'Joseph Toppo', displayName: 'Joseph', exclusiveCriteria: speaks('Hindi'), ...overrides })
export const lakshmi = (overrides: Partial<MatchTracker> = {}) =>
  match({ id: 3, fullName: 'Lakshmi Nair', displayName: 'Lakshmi', exclusiveCriteria: speaks('Malayalam'), ...overrides })

export const asMentor = { isMentor: true, userMatchType: '1to1' } as const
export const asGroupMentor = { isMentor: true, userMatchType: '1toM' } as const

function Stage({ onReload }: { onReload: () => void }) {
  const list = useQuery(activeMatchesQuery).data
  const group = useQuery({ ...groupInfoQuery, enabled: list?.userMatchType === '1toM' }).data
  return (
    <>
      {list?.screen === 2 && <PotentialMatches list={list} group={group} />}
      <UnavailableNotice onReload={onReload} />
    </>
  )
}

type More = { info?: Partial<MatchInfo>; isInfoLost?: boolean; group?: GroupInfo }

/** Renders only the cards. `reloads` counts how often the page would have reloaded. */
export async function showCards(
  matchTrackers: MatchTracker[],
  overrides: Partial<MatchList> = {},
  { info = {}, isInfoLost = false, ...more }: More = {},
) {
  const server = answerMatching({ list: matchList({ screen: 2, matchTrackers, ...overrides }), ...more })
  const infos = answer(getMatchInfo, ({ params }) => (isInfoLost ? 'network' : matchInfo({ id: params.id, ...info })))
  const reloads: number[] = []
  const screen = await show(<Stage onReload={() => reloads.push(reloads.length + 1)} />, { profile: seeker() })
  const cardOf = (name: string) => screen.getByRole('article', { name })
  return {
    ...server,
    infos: infos.inputs,
    reloads,
    screen,
    cardOf,
    tap: (name: string, answered: 'Interested' | 'Not interested') =>
      cardOf(name).getByRole('button', { name: answered, exact: true }).click(),
    confirm: screen.getByRole('region', { name: 'Your choices' }).getByRole('button'),
  }
}
