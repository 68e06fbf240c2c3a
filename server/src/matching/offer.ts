import * as z from 'zod/mini'

const Keys = z.array(z.string())

/** Why two people fit, per criterion, as stored in match_offer.reasons. The points add up to the score. */
export const Reason = z.object({ key: z.string(), points: z.int(), shared: Keys, mentor: Keys, mentee: Keys })
export type Reason = z.infer<typeof Reason>
export const Reasons = z.array(Reason)
export type Reasons = z.infer<typeof Reasons>

/** An offer to be made by the engine or by staff. */
export type NewOffer = {
  mentorId: number
  menteeId: number
  score: number
  reasons: readonly Reason[]
  madeBy?: number | null
  madeBecause?: string
}

/** A person's screening answers: the chosen option keys by criterion. */
export const SeekerAnswers = z.record(z.string(), Keys)
export type SeekerAnswers = z.infer<typeof SeekerAnswers>
