import * as z from 'zod/mini'

const Keys = z.array(z.string())

/** Why two fit, criterion by criterion, as it stands in match_offer.reasons; the points add up to the score. */
export const Reason = z.object({ key: z.string(), points: z.int(), shared: Keys, mentor: Keys, mentee: Keys })
export type Reason = z.infer<typeof Reason>
export const Reasons = z.array(Reason)

/** What the engine, or somebody of the team, wants to offer. */
export type NewOffer = {
  mentorId: number
  menteeId: number
  score: number
  reasons: readonly Reason[]
  madeBy?: number | null
  madeBecause?: string
}

/** What someone answered at screening: by criterion, the keys of what was chosen. */
export const SeekerAnswers = z.record(z.string(), Keys)
export type SeekerAnswers = z.infer<typeof SeekerAnswers>
