import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, Time } from '../core/fields.ts'

/** The presence of a person with whom the caller shares an open conversation. */
export const Presence = z.object({ userId: Id, isOnline: z.boolean(), lastSeenOn: z.nullable(Time) })
export type Presence = z.infer<typeof Presence>

const PEOPLE_MAX = 2_000

export const getPresence = defineCall({
  method: 'GET',
  path: '/api/v2/chat/presence/',
  summary: 'Get who in your conversations is online; empty if you do not show your own status',
  action: 'chat.read',
  reply: z.object({ isShown: z.boolean(), people: z.array(Presence).check(z.maxLength(PEOPLE_MAX)) }),
  errors: ['chat.off'],
})

export const setPresence = defineCall({
  method: 'POST',
  path: '/api/v2/chat/presence/',
  summary: 'Choose whether others see when you are online and typing; if not, you do not see it of others either',
  action: 'chat.set_presence',
  body: z.object({ isShown: z.boolean() }),
  reply: z.object({ isShown: z.boolean() }),
  errors: ['chat.off'],
})
