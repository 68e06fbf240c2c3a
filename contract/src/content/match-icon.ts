import * as z from 'zod/mini'

/** The icon of a matching criterion, chosen by the programme. */
export const MatchIcon = z.enum(['language', 'time', 'goal', 'work', 'interest', 'place', 'call', 'person'])
export type MatchIcon = z.infer<typeof MatchIcon>
