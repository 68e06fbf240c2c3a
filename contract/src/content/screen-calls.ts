import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'

export const ScreenKey = z.enum(['finding_matches', 'potential_match', 'awaiting_mentor_response', 'group_hold'])
export type ScreenKey = z.infer<typeof ScreenKey>

/** The texts that members see during matching. */
export const MatchScreen = z.object({
  key: ScreenKey,
  title: z.string(),
  localeTitle: z.string(),
  description: z.string(),
  localeDescription: z.string(),
  image: z.nullable(z.string()),
})
export type MatchScreen = z.infer<typeof MatchScreen>

export const listMatchScreens = defineCall({
  method: 'GET',
  path: '/api/v2/matching/screens/',
  summary: 'The matching screens, in order',
  action: 'content.read_screens',
  reply: z.object({ screensList: z.array(MatchScreen).check(z.maxLength(4)) }),
  errors: [],
})
