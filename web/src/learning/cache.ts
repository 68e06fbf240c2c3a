import type { SessionCard } from '@saathi/contract/learning/entities'

export type ListName = 'all' | 'curated' | 'ongoing' | 'bookmarked' | 'mine'
export type HeldLists = Partial<Record<ListName, SessionCard[]>>

/**
 * One bookmark in every list held at once. A card let go stays in the bookmarked list, unmarked, and the page leaves it
 * out: if the server refuses, it is back in its old place.
 */
export function setBookmark(lists: HeldLists, session: number, isBookmarked: boolean): HeldLists {
  const changed: HeldLists = {}
  for (const [name, cards] of namedLists(lists)) changed[name] = markCard(cards, session, isBookmarked)

  const kept = changed.bookmarked
  if (!isBookmarked || !kept || kept.some(({ id }) => id === session)) return changed
  const card = findCard(changed, session)
  return card ? { ...changed, bookmarked: [card, ...kept] } : changed
}

export function findCard(lists: HeldLists, session: number): SessionCard | undefined {
  return namedLists(lists)
    .flatMap(([, cards]) => cards)
    .find(({ id }) => id === session)
}

/** A list without the card keeps its identity, so that nothing which shows it renders again. */
function markCard(cards: SessionCard[], session: number, isBookmarked: boolean): SessionCard[] {
  if (!cards.some((card) => card.id === session && card.isBookmarked !== isBookmarked)) return cards
  return cards.map((card) => (card.id === session ? { ...card, isBookmarked } : card))
}

export const listNames: readonly ListName[] = ['all', 'curated', 'ongoing', 'bookmarked', 'mine']

function namedLists(lists: HeldLists): [ListName, SessionCard[]][] {
  return listNames.flatMap((name) => {
    const cards = lists[name]
    return cards ? [[name, cards]] : []
  })
}
