import {
  type Chooser,
  confirmButton,
  type ConfirmButton,
  settleChoices,
  type Settled,
  withChoice,
} from '@saathi/contract/matching/choices'
import { expiryOf } from '@saathi/contract/matching/countdown'
import type { GroupInfo, GroupMemberInfo, Interest, MatchTracker } from '@saathi/contract/matching/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { serverNow } from '#core/server-time.ts'
import { choicesKey, hearMatches, type MatchList } from './queries.ts'

const SECOND_MS = 1_000
const ASK_AGAIN_MS = 15_000

/** Mentees who have a place; the mentor fits them all. */
export const menteesOf = (group: GroupInfo | undefined): readonly GroupMemberInfo[] =>
  group?.existingMemberInfo.filter(({ role }) => role === 'mentee') ?? []

/** A group that cannot be read leaves everything open; the server has the last word. */
function chooserOf({ isMentor, userMatchType }: MatchList, group: GroupInfo | undefined): Chooser {
  if (!isMentor) return { kind: 'pair-mentee' }
  if (userMatchType === '1to1') return { kind: 'pair-mentor' }
  const { groupSize, actualSize } = group ?? { groupSize: Infinity, actualSize: 0 }
  return { kind: 'group-mentor', groupSize, actualSize, members: menteesOf(group).map((member) => member.exclusiveCriteria) }
}

/** An end comes at its second, not at the next minute. */
function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS)
  return () => clearInterval(timer)
}

/** Whose time ends while one looks: they are over at that second, and the server is asked what came of it. */
function useOver({ matchTrackers, expiryHours }: MatchList): ReadonlySet<number> {
  const client = useQueryClient()
  const ids = useSyncExternalStore(everySecond, () => {
    const now = serverNow()
    const over = matchTrackers.filter((match) => match.status === 'ACTIVE' && expiryOf(match, expiryHours) <= now)
    return over.map(({ id }) => id).join(' ')
  })
  useEffect(() => {
    if (ids === '') return
    const ask = () => void hearMatches(client)
    ask()
    // A device that is a little ahead asks too early, and is told what it knew.
    const asking = setInterval(ask, ASK_AGAIN_MS)
    return () => clearInterval(asking)
  }, [client, ids])
  return new Set(ids === '' ? [] : ids.split(' ').map(Number))
}

/** By the id of the match; the name, for when it is gone from the list. */
type Held = ReadonlyMap<number, { interest: Interest | null; name: string }>

export type Choices = {
  /** With what has been chosen here. */
  matches: readonly MatchTracker[]
  chooser: Chooser
  settled: ReadonlyMap<number, Settled>
  button: ConfirmButton
  /** Names of those who were decided on and are not in the list any more. */
  gone: readonly string[]
  choose: (id: number, interest: Interest) => void
  forget: () => void
}

/** What one has chosen and not yet confirmed. It stays when the list is read anew, and while one looks at another page. */
export function useChoices(list: MatchList, group: GroupInfo | undefined): Choices {
  const client = useQueryClient()
  const [held, setHeld] = useState<Held>(() => client.getQueryData<Held>(choicesKey) ?? new Map())
  function keep(next: Held) {
    client.setQueryData(choicesKey, next)
    setHeld(next)
  }
  const over = useOver(list)
  const chooser = chooserOf(list, group)
  const matches = list.matchTrackers.map((match): MatchTracker => {
    if (over.has(match.id)) return { ...match, status: 'EXPIRED' }
    const own = held.get(match.id)
    return own && match.status === 'ACTIVE' ? { ...match, interestStatus: own.interest } : match
  })
  const listed = new Set(matches.map(({ id }) => id))
  return {
    matches,
    chooser,
    settled: settleChoices(chooser, matches),
    button: confirmButton(chooser, matches),
    gone: [...held].flatMap(([id, { interest, name }]) => (interest === null || listed.has(id) ? [] : [name])),
    choose: (id, interest) => {
      const next = withChoice(chooser, matches, id, interest).filter(({ status }) => status === 'ACTIVE')
      const entries = next.map((match) => [match.id, { interest: match.interestStatus, name: match.displayName }] as const)
      keep(new Map([...held, ...entries]))
    },
    forget: () => keep(new Map()),
  }
}
