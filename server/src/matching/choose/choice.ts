import { confirmButton, type Chooser } from '@saathi/contract/matching/choices'
import type { ConfirmStatus } from '@saathi/contract/matching/calls'
import type { ExclusiveCriteria, Interest } from '@saathi/contract/matching/entities'
import { badInput, conflict, notFound } from '#core/errors.ts'
import type { OfferRow, SeekerRow } from '../lock-store.ts'
import type { Plan } from '../plan-store.ts'

/** An offer and the reader's answer to it; null if this request has no answer to it. */
export type Decision = { offer: OfferRow; interest: Interest | null }

/** Everything needed to validate a choice, read after all people involved are locked. */
export type ChoiceState = {
  plan: Plan
  decisions: readonly Decision[]
  /** All open offers of the locked people, on either side. */
  open: readonly OfferRow[]
  seekers: ReadonlyMap<number, SeekerRow>
}
export type ChoiceResult = { status: ConfirmStatus }

export const offersWith = (decisions: readonly Decision[], interest: Interest): OfferRow[] =>
  decisions.flatMap((decision) => (decision.interest === interest ? [decision.offer] : []))

export const isRunning = ({ expiresAt }: OfferRow, now: Date) => expiresAt !== null && expiresAt > now

export const refusals = {
  notFound: () => notFound('matching.not_found'),
  over: () => conflict('matching.over'),
  namedTwice: () => badInput('matching.named_twice'),
  undecided: () => conflict('matching.undecided'),
  oneOnly: () => badInput('matching.one_only'),
  tooMany: () => conflict('matching.too_many'),
  clash: () => conflict('matching.clash'),
  notYourTurn: () => conflict('matching.not_your_turn'),
}

/** Repeats the page's check for its confirm button with the current data. */
export function requireComplete(
  chooser: Chooser,
  active: readonly OfferRow[],
  decisions: readonly Decision[],
  criteriaOf: (offer: OfferRow) => ExclusiveCriteria = () => ({}),
): void {
  const interests = new Map(decisions.map(({ offer, interest }) => [offer.id, interest]))
  const matches = active.map((offer) => ({
    id: offer.id,
    status: 'ACTIVE' as const,
    interestStatus: interests.get(offer.id) ?? null,
    exclusiveCriteria: criteriaOf(offer),
  }))
  if (!confirmButton(chooser, matches).isEnabled) throw refusals.undecided()
}
