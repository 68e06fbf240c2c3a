import type { SessionCard } from '@saathi/contract/learning/entities'
import type { SessionDetail, SessionProgress } from '@saathi/contract/learning/detail'
import type { QueryClient } from '@tanstack/react-query'
import { patchQueries } from '#core/patch-queries.ts'
import { findCard, type HeldLists, listNames, type ListName, setBookmark, setStanding } from './cache.ts'

export const listsKey = ['learning', 'sessions'] as const
export const listKey = (list: ListName) => [...listsKey, list] as const
export const sessionKey = (session: number) => ['learning', 'session', session] as const

/** Every list that is in the query cache; written together, so that no two places disagree. */
function heldLists(client: QueryClient): HeldLists {
  const held: HeldLists = {}
  for (const name of listNames) {
    const cards = client.getQueryData<SessionCard[]>(listKey(name))
    if (cards) held[name] = cards
  }
  return held
}

function holdLists(client: QueryClient, lists: HeldLists): void {
  for (const name of listNames) {
    const cards = lists[name]
    if (cards) patchQueries(client, listKey(name), () => cards)
  }
}

export const changeSession = (client: QueryClient, session: number, change: (held: SessionDetail) => SessionDetail): void =>
  patchQueries(client, sessionKey(session), change)

export const isBookmarkedNow = (client: QueryClient, session: number): boolean => {
  const held = client.getQueryData<SessionDetail>(sessionKey(session)) ?? findCard(heldLists(client), session)
  return held?.isBookmarked ?? false
}

export function holdBookmark(client: QueryClient, session: number, isBookmarked: boolean): void {
  const known = client.getQueryData<SessionDetail>(sessionKey(session))
  holdLists(client, setBookmark(heldLists(client), session, isBookmarked, known))
  changeSession(client, session, (held) => (held.isBookmarked === isBookmarked ? held : { ...held, isBookmarked }))
}

export function holdListed(client: QueryClient, standing: SessionProgress): void {
  const known = client.getQueryData<SessionDetail>(sessionKey(standing.session))
  holdLists(client, setStanding(heldLists(client), standing, known))
}

export const completeKey = (session: number) => ['learning', 'complete', session] as const

/** A step of our own is on its way: its reply is a newer word than anything that is read meanwhile. */
export const isCompleting = (client: QueryClient, session: number): boolean =>
  client.isMutating({ mutationKey: completeKey(session) }) > 0
