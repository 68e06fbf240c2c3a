import * as z from 'zod/mini'

/** What stands beside a thing that matching compares; a programme chooses. */
export const MatchIcon = z.enum(['language', 'time', 'goal', 'work', 'interest', 'place', 'call', 'person'])
export type MatchIcon = z.infer<typeof MatchIcon>
