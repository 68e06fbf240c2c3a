import { isOwnDone } from '@saathi/contract/learning/progress'
import type { MentorshipCard } from '@saathi/contract/mentorship/entities'

export type Deadline = MentorshipCard & { endDate: string }

/** Earliest first. Sessions the reader has finished are not due, even if others are still working on them. */
export function deadlinesOf(cards: readonly MentorshipCard[]): Deadline[] {
  return cards
    .flatMap((card) => (card.endDate === null || isOwnDone(card) ? [] : [{ ...card, endDate: card.endDate }]))
    .toSorted((one, other) => new Date(one.endDate).getTime() - new Date(other.endDate).getTime())
}
