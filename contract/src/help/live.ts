import * as z from 'zod/mini'

/** A message was written or read in the person's conversation with the team. */
export const HelpChanged = z.object({ type: z.literal('help.changed') })
