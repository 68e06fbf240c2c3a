import * as z from 'zod/mini'

/** Something about the reader's matches is new: offers, an answer, a group. What it is, each reads. */
export const MatchesChanged = z.object({ type: z.literal('matching.changed') })
