import { isOwnDone } from '@saathi/contract/learning/progress'
import type { MentorshipCard } from '@saathi/contract/mentorship/entities'

/** The lists of the home, made of what was begun and what was not. */
export const shownLists = ['recent', 'available', 'completed'] as const
export type ShownList = (typeof shownLists)[number]

/** The same session may be walked through in two mentorships. */
export const cardKey = ({ mentorship, id }: MentorshipCard): string => `${mentorship}.${id}`

/** The server's order is kept: what was last opened first, what is not begun as it is scheduled. */
export function cardsOf(list: ShownList, cards: readonly MentorshipCard[]): MentorshipCard[] {
  const isDone = ({ sessionStatus }: MentorshipCard) => sessionStatus === 'COMPLETED'
  if (list === 'completed') return cards.filter(isDone)
  return list === 'recent' ? cards.filter((card) => !isDone(card)) : [...cards]
}

/** Where one goes on: the session last opened that one has not finished. */
export const pickUpOf = (mine: readonly MentorshipCard[]): MentorshipCard | undefined => mine.find((card) => !isOwnDone(card))

/** A list without the card keeps its identity, so that nothing which shows it renders again. */
export function markBookmark(cards: MentorshipCard[], session: number, isBookmarked: boolean): MentorshipCard[] {
  if (!cards.some((card) => card.id === session && card.isBookmarked !== isBookmarked)) return cards
  return cards.map((card) => (card.id === session ? { ...card, isBookmarked } : card))
}

export const findCard = (lists: readonly MentorshipCard[][], session: number): MentorshipCard | undefined =>
  lists.flat().find(({ id }) => id === session)
