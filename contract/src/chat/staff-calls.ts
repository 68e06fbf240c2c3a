import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { TEXT_MAX } from './socket.ts'

/** A removed member can neither read nor write there from that moment on. */
export const setChannelMember = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/channels/:id/members/:personId/',
  summary: 'Add a member to a channel again, or remove them',
  action: 'staff.chat',
  params: z.object({ id: IdParam, personId: IdParam }),
  body: z.object({ isActive: z.boolean(), reason: StaffReason }),
  reply: Nothing,
  errors: ['chat.channel_not_found', 'chat.member_not_found'],
})

export const setBlackout = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/channels/:id/blackout/',
  summary: 'Close a channel until a time, or open it again',
  action: 'staff.chat',
  params: z.object({ id: IdParam }),
  body: z.object({ until: z.nullable(Time), reason: StaffReason }),
  reply: Nothing,
  errors: ['chat.channel_not_found'],
})

const HourAndMinute = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const QuietHours = z.object({ begins: HourAndMinute, ends: HourAndMinute })

export const listQuietHours = defineCall({
  method: 'GET',
  path: '/api/v2/staff/chat/quiet-hours/',
  summary: 'The hours in which nobody can write, for each of your programmes',
  action: 'staff.chat_hours',
  reply: z.object({
    programmes: z.array(z.object({ id: Id, name: z.string(), hours: z.nullable(QuietHours) })).check(z.maxLength(500)),
  }),
  errors: [],
})

export const setQuietHours = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/quiet-hours/:projectId/',
  summary: 'Set the hours in which nobody of a project can write, in India time; null removes them',
  action: 'staff.chat_hours',
  params: z.object({ projectId: IdParam }),
  body: z.object({ hours: z.nullable(QuietHours) }),
  reply: Nothing,
  errors: ['chat.project_not_found'],
})

export const broadcast = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/broadcast/',
  summary: 'Send a message to every channel of a project’s mentorships, marked as such',
  action: 'staff.chat',
  body: z.object({ projectId: Id, message: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX)) }),
  reply: z.object({ channels: z.int() }),
  errors: ['chat.project_not_found'],
  idempotencyKey: true,
})

/** Erases a message: the row stays, the text and files are deleted. */
export const redactMessage = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/messages/:id/redact/',
  summary: 'Erase the text of a message',
  action: 'staff.chat',
  params: z.object({ id: IdParam }),
  body: z.object({}),
  reply: Nothing,
  errors: ['chat.message_not_found'],
})
