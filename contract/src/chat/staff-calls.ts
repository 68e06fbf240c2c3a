import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { TEXT_MAX } from './socket.ts'

/** Who is taken out can neither read nor write there from that moment on. */
export const setChannelMember = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/channels/:id/members/:personId/',
  summary: 'Let somebody take part in a channel, or no longer',
  action: 'staff.chat',
  params: z.object({ id: IdParam, personId: IdParam }),
  body: z.object({ isActive: z.boolean() }),
  reply: Nothing,
  errors: ['chat.channel_not_found', 'chat.member_not_found'],
})

export const setBlackout = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/channels/:id/blackout/',
  summary: 'Close a channel until a time, or open it again',
  action: 'staff.chat',
  params: z.object({ id: IdParam }),
  body: z.object({ until: z.nullable(Time) }),
  reply: Nothing,
  errors: ['chat.channel_not_found'],
})

const HourAndMinute = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

export const setQuietHours = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/quiet-hours/:projectId/',
  summary: 'Hours in which nobody of a project writes, by India’s clock; null to end them',
  action: 'staff.chat',
  params: z.object({ projectId: IdParam }),
  body: z.object({ hours: z.nullable(z.object({ begins: HourAndMinute, ends: HourAndMinute })) }),
  reply: Nothing,
  errors: ['chat.project_not_found'],
})

export const broadcast = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/broadcast/',
  summary: 'Say something in every channel of a project’s mentorships, marked as such',
  action: 'staff.chat',
  body: z.object({ projectId: Id, message: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX)) }),
  reply: z.object({ channels: z.int() }),
  errors: ['chat.project_not_found'],
  idempotencyKey: true,
})

/** What was said that must not stay: the place is kept, the words and files are gone. */
export const redactMessage = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/messages/:id/redact/',
  summary: 'Take the words of a message away',
  action: 'staff.chat',
  params: z.object({ id: IdParam }),
  body: z.object({}),
  reply: Nothing,
  errors: ['chat.message_not_found'],
})
