import { isOwnDone } from '@saathi/contract/learning/progress'
import type { MentorshipCard } from '@saathi/contract/mentorship/entities'

/** The lists of the home page. */
export const shownLists = ['recent', 'available', 'completed'] as const
export type ShownList = (typeof shownLists)[number]

/** The same session may be part of two mentorships. */
export const cardKey = ({ mentorship, id }: MentorshipCard): string => `${mentorship}.${id}`

/** Keeps the server's order: started sessions by last opened, others by schedule. */
export function cardsOf(list: ShownList, cards: readonly MentorshipCard[]): MentorshipCard[] {
  const isDone = ({ sessionStatus }: MentorshipCard) => sessionStatus === 'COMPLETED'
  if (list === 'completed') return cards.filter(isDone)
  return list === 'recent' ? cards.filter((card) => !isDone(card)) : [...cards]
}

/** The session to continue: the last opened one that is not finished. */
export const pickUpOf = (mine: readonly MentorshipCard[]): MentorshipCard | undefined => mine.find((card) => !isOwnDone(card))

/** Returns the same list if it does not contain the card, to avoid a re-render. */
export function markBookmark(cards: MentorshipCard[], session: number, isBookmarked: boolean): MentorshipCard[] {
  if (!cards.some((card) => card.id === session && card.isBookmarked !== isBookmarked)) return cards
  return cards.map((card) => (card.id === session ? { ...card, isBookmarked } : card))
}

export const findCard = (lists: readonly MentorshipCard[][], session: number): MentorshipCard | undefined =>
  lists.flat().find(({ id }) => id === session)

/** `mine`: started sessions. `open`: not started ones. */
export type CardList = 'mine' | 'open'

export const domainKey = ['mentorship'] as const
export const mentorshipsKey = [...domainKey, 'list'] as const
export const courseKey = (mentorship: number) => [...domainKey, 'course', mentorship] as const
export const progressKey = (mentorship: number, session?: number) =>
  [...domainKey, 'progress', mentorship, session ?? null] as const
export const cardsKey = (mentorship: number, list?: CardList) =>
  list === undefined ? ([...domainKey, 'cards', mentorship] as const) : ([...domainKey, 'cards', mentorship, list] as const)
export const sessionKey = (session: number) => [...domainKey, 'session', session] as const
