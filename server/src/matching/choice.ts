import { confirmButton, type Chooser } from '@saathi/contract/matching/choices'
import type { ConfirmStatus } from '@saathi/contract/matching/calls'
import type { ExclusiveCriteria, Interest } from '@saathi/contract/matching/entities'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import type { OfferRow, SeekerRow } from './lock-store.ts'
import type { Plan } from './plan-store.ts'

/** One that is named, and what is said of it; null where nothing is decided by it. */
export type Said = { offer: OfferRow; interest: Interest | null }

/** All that a choice is judged by, read while everybody whom it concerns is held. */
export type Table = {
  plan: Plan
  said: readonly Said[]
  /** All that is open around these people, whoever else is in it. */
  open: readonly OfferRow[]
  seekers: ReadonlyMap<number, SeekerRow>
}
export type Outcome = { status: ConfirmStatus }

export const offersWith = (said: readonly Said[], interest: Interest): OfferRow[] =>
  said.flatMap((each) => (each.interest === interest ? [each.offer] : []))

export const isRunning = ({ expiresAt }: OfferRow, now: Date) => expiresAt !== null && expiresAt > now

export const refusals = ({ actor }: Pick<Ctx, 'actor'>) => {
  const t = findText(actor.language)
  return {
    notFound: () => notFound('matching.not_found', t('answers.matchNotFound')),
    over: () => conflict('matching.over', t('answers.matchOver')),
    namedTwice: () => badInput('matching.named_twice', t('answers.matchNamedTwice')),
    undecided: () => conflict('matching.undecided', t('answers.matchUndecided')),
    oneOnly: () => badInput('matching.one_only', t('answers.matchOneOnly')),
    tooMany: () => conflict('matching.too_many', t('answers.matchTooMany')),
    clash: () => conflict('matching.clash', t('answers.matchClash')),
    notYourTurn: () => conflict('matching.not_your_turn', t('answers.matchNotYourTurn')),
  }
}

/** The button that the page shows, asked once more with what is so now. */
export function requireDecided(
  ctx: Pick<Ctx, 'actor'>,
  chooser: Chooser,
  active: readonly OfferRow[],
  said: readonly Said[],
  criteriaOf: (offer: OfferRow) => ExclusiveCriteria = () => ({}),
): void {
  const interests = new Map(said.map(({ offer, interest }) => [offer.id, interest]))
  const matches = active.map((offer) => ({
    id: offer.id,
    status: 'ACTIVE' as const,
    interestStatus: interests.get(offer.id) ?? null,
    exclusiveCriteria: criteriaOf(offer),
  }))
  if (!confirmButton(chooser, matches).isEnabled) throw refusals(ctx).undecided()
}
