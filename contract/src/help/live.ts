import * as z from 'zod/mini'

/** Something was written or read in one's own conversation with the team. */
export const HelpChanged = z.object({ type: z.literal('help.changed') })
