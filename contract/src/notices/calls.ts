import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing } from '../core/fields.ts'
import { ChosenKind, Notice, NoticeChoice, QuietHours } from './entities.ts'

export const NOTICES_A_PAGE = 20

export const listNotices = defineCall({
  method: 'GET',
  path: '/api/v2/notices/',
  summary: 'List your notices, newest first',
  action: 'notices.read',
  /** Only notices older than the one with this id. */
  query: z.object({ before: z.optional(IdParam) }),
  reply: z.object({ notices: z.array(Notice), hasMore: z.boolean(), unreadCount: z.int() }),
  errors: [],
})

export const readNotices = defineCall({
  method: 'POST',
  path: '/api/v2/notices/read/',
  summary: 'Mark all notices up to this one as read',
  action: 'notices.write',
  body: z.object({ upTo: Id }),
  reply: z.object({ unreadCount: z.int() }),
  errors: [],
})

export const listNoticeChoices = defineCall({
  method: 'GET',
  path: '/api/v2/notices/choices/',
  summary: 'Get your notice settings',
  action: 'notices.read',
  reply: z.object({ choices: z.array(NoticeChoice), quietHours: QuietHours }),
  errors: [],
})

export const chooseNotices = defineCall({
  method: 'PUT',
  path: '/api/v2/notices/choices/',
  summary: 'Switch a kind of notice on or off',
  action: 'notices.write',
  body: z.object({ kind: ChosenKind, inApp: z.boolean(), email: z.boolean(), push: z.boolean() }),
  reply: NoticeChoice,
  errors: ['notices.cannot_be_switched_off'],
})

export const setQuietHours = defineCall({
  method: 'PUT',
  path: '/api/v2/notices/quiet-hours/',
  summary: 'Set your quiet hours',
  action: 'notices.write',
  body: QuietHours,
  reply: QuietHours,
  errors: [],
})

export const getPushKey = defineCall({
  method: 'GET',
  path: '/api/v2/notices/push-key/',
  summary: 'Get the public key for push subscriptions',
  action: 'notices.read',
  reply: z.object({ publicKey: z.string() }),
  errors: [],
})

/** `registrationId`: the browser's push subscription, as JSON. `hidesContent`: its screen does not show what a notice says. */
export const registerDevice = defineCall({
  method: 'POST',
  path: '/api/v1/notifications/register-device/',
  summary: 'Register this device for notices; it belongs to the last person who registered it',
  action: 'notices.write',
  body: z.object({
    registrationId: z.string().check(z.minLength(1), z.maxLength(4096)),
    type: z.literal('web'),
    hidesContent: z.optional(z.boolean()),
  }),
  reply: Nothing,
  errors: ['notices.registration_refused'],
})

export const forgetDevice = defineCall({
  method: 'DELETE',
  path: '/api/v2/notices/device/',
  summary: 'Unregister this device from notices',
  action: 'notices.write',
  reply: Nothing,
  errors: [],
})
