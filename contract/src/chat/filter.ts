import * as z from 'zod/mini'

/** What a message shares: a way to reach somebody outside of Saathi, or words of a rule of the programme. */
export const ContactKind = z.enum(['phone', 'email', 'link', 'messenger', 'request', 'rule'])
export type ContactKind = z.infer<typeof ContactKind>

/** `warn`: the sender is asked before it is sent. `hold`: a person of the team looks before it is delivered. */
export const FilterMode = z.enum(['off', 'warn', 'hold'])
export type FilterMode = z.infer<typeof FilterMode>
