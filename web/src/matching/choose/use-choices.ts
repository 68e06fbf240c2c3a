import {
  type Chooser,
  confirmButton,
  type ConfirmButton,
  evaluateChoices,
  type ChoiceEffect,
  withChoice,
} from '@saathi/contract/matching/choices'
import { expiryOf } from '@saathi/contract/matching/countdown'
import type { GroupInfo, GroupMemberInfo, Interest, MatchTracker } from '@saathi/contract/matching/entities'
import { SECOND_MS } from '@saathi/contract/core/time'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { serverNow } from '#core/server-time.ts'
import { choicesKey, refetchMatches, type MatchList } from '../queries.ts'

const REFETCH_MS = 15_000

/** Mentees who have a place in the group. */
export const menteesOf = (group: GroupInfo | undefined): readonly GroupMemberInfo[] =>
  group?.existingMemberInfo.filter(({ role }) => role === 'mentee') ?? []

/** Without group data everything can be chosen; the server validates it. */
function chooserOf({ isMentor, userMatchType }: MatchList, group: GroupInfo | undefined): Chooser {
  if (!isMentor) return { kind: 'pair-mentee' }
  if (userMatchType === '1to1') return { kind: 'pair-mentor' }
  const { groupSize, actualSize } = group ?? { groupSize: Infinity, actualSize: 0 }
  return { kind: 'group-mentor', groupSize, actualSize, members: menteesOf(group).map((member) => member.exclusiveCriteria) }
}

/** Matches expire at the exact second, so the minute clock is too coarse. */
function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS)
  return () => clearInterval(timer)
}

/** Ids of matches that expire on the open page. They are shown as ended at once, and the list is refetched. */
function useExpired({ matchTrackers, expiryHours }: MatchList): ReadonlySet<number> {
  const client = useQueryClient()
  const ids = useSyncExternalStore(everySecond, () => {
    const now = serverNow()
    const expired = matchTrackers.filter((match) => match.status === 'ACTIVE' && expiryOf(match, expiryHours) <= now)
    return expired.map(({ id }) => id).join(' ')
  })
  useEffect(() => {
    if (ids === '') return
    const refetch = () => void refetchMatches(client)
    refetch()
    // If the device clock is ahead, the first refetch comes too early, so repeat it.
    const timer = setInterval(refetch, REFETCH_MS)
    return () => clearInterval(timer)
  }, [client, ids])
  return new Set(ids === '' ? [] : ids.split(' ').map(Number))
}

/** By match id. The name is kept for matches that disappear from the list. */
type SavedChoices = ReadonlyMap<number, { interest: Interest | null; name: string }>

export type Choices = {
  /** With the unconfirmed choices applied. */
  matches: readonly MatchTracker[]
  chooser: Chooser
  effects: ReadonlyMap<number, ChoiceEffect>
  button: ConfirmButton
  /** Names of decided matches that are no longer in the list. */
  delisted: readonly string[]
  choose: (id: number, interest: Interest) => void
  forget: () => void
}

/** The unconfirmed choices. They survive a refetch of the list and a visit to another page. */
export function useChoices(list: MatchList, group: GroupInfo | undefined): Choices {
  const client = useQueryClient()
  const [saved, setSaved] = useState<SavedChoices>(() => client.getQueryData<SavedChoices>(choicesKey) ?? new Map())
  function save(next: SavedChoices) {
    client.setQueryData(choicesKey, next)
    setSaved(next)
  }
  const expired = useExpired(list)
  const chooser = chooserOf(list, group)
  const matches = list.matchTrackers.map((match): MatchTracker => {
    if (expired.has(match.id)) return { ...match, status: 'EXPIRED' }
    const own = saved.get(match.id)
    return own && match.status === 'ACTIVE' ? { ...match, interestStatus: own.interest } : match
  })
  const listedIds = new Set(matches.map(({ id }) => id))
  return {
    matches,
    chooser,
    effects: evaluateChoices(chooser, matches),
    button: confirmButton(chooser, matches),
    delisted: [...saved].flatMap(([id, { interest, name }]) => (interest === null || listedIds.has(id) ? [] : [name])),
    choose: (id, interest) => {
      const next = withChoice(chooser, matches, id, interest).filter(({ status }) => status === 'ACTIVE')
      const entries = next.map((match) => [match.id, { interest: match.interestStatus, name: match.displayName }] as const)
      save(new Map([...saved, ...entries]))
    },
    forget: () => save(new Map()),
  }
}
