import * as z from 'zod/mini'

/** Offers, answers or the group of the reader have changed. Clients refetch. */
export const MatchesChanged = z.object({ type: z.literal('matching.changed') })
