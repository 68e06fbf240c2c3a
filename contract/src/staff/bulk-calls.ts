import * as z from 'zod/mini'
import { Permission } from '../accounts/entities.ts'
import { Role } from '../accounts/roles.ts'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, MAX_PAGE_SIZE, Nothing, Time } from '../core/fields.ts'
import { PeopleFilter } from './people-calls.ts'

export const BulkKind = z.enum(['invite', 'sign_out', 'block', 'unblock', 'feature'])
export type BulkKind = z.infer<typeof BulkKind>

/** Parts of the product that can be opened and closed for many people. */
export const BulkFeature = z.enum([
  'session',
  'survey',
  'curriculum',
  'mentorshipChat',
  'video',
  'aiChat',
  'helpCenter',
  'internship',
])
export type BulkFeature = z.infer<typeof BulkFeature>

/** Why a person is left out; checked when the list is made and again when it is their turn. */
export const LeftOutWhy = z.enum([
  'no_right',
  'already',
  'wrong_role',
  'blocked',
  'oneself',
  'just_invited',
  'last_administrator',
  'gone',
  'failed',
])
export type LeftOutWhy = z.infer<typeof LeftOutWhy>

/** `draft`: prepared but not started. `waiting`: mails wait ten minutes, in which the act can be stopped. */
export const BulkState = z.enum(['draft', 'waiting', 'running', 'done', 'stopped'])
export type BulkState = z.infer<typeof BulkState>

/** Acts that send mails start after this time; all others start at once. */
export const BULK_WAIT_MS = 600_000
export const isMailed = (kind: BulkKind): boolean => kind === 'invite'

export const BulkAct = z.object({
  id: Id,
  kind: BulkKind,
  feature: z.nullable(BulkFeature),
  permission: z.nullable(Permission),
  reason: z.string(),
  isFiltered: z.boolean(),
  /** Null once the account is gone. */
  madeBy: z.nullable(z.string()),
  /** When its list of people was made. */
  madeAt: Time,
  state: BulkState,
  startsAt: z.nullable(Time),
  endedAt: z.nullable(Time),
  stoppedBy: z.nullable(z.string()),
  /** It stopped because the person who started it lost the right to do so. */
  isRightOver: z.boolean(),
  /** The number of people the act has still to reach, and the number it has reached. */
  waitingCount: z.int(),
  doneCount: z.int(),
  leftOut: z.array(z.object({ why: LeftOutWhy, count: z.int() })),
})
export type BulkAct = z.infer<typeof BulkAct>

export const MAX_CHOSEN = 500

export const prepareBulkAct = defineCall({
  method: 'POST',
  path: '/api/v2/staff/bulk/',
  summary: 'Preview a bulk act: whom it reaches and who is left out; nothing is done yet',
  action: 'staff.people',
  body: z.object({
    kind: BulkKind,
    feature: z.optional(BulkFeature),
    permission: z.optional(Permission),
    reason: StaffReason,
    /** Selected people, or a filter with the time at which its list was read. */
    personIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(MAX_CHOSEN))),
    filter: z.optional(z.object({ ...PeopleFilter, readAt: Time })),
  }),
  reply: BulkAct,
  errors: ['staff.bulk_nobody', 'staff.bulk_incomplete'],
})

const One = z.object({ id: IdParam })

export const startBulkAct = defineCall({
  method: 'POST',
  path: '/api/v2/staff/bulk/:id/start/',
  summary: 'Start a bulk act on exactly the people of its preview',
  action: 'staff.people',
  params: One,
  body: Nothing,
  reply: BulkAct,
  errors: ['staff.bulk_not_found', 'staff.bulk_started', 'staff.bulk_nobody'],
})

export const stopBulkAct = defineCall({
  method: 'POST',
  path: '/api/v2/staff/bulk/:id/stop/',
  summary: 'Stop a bulk act; what is done stays done',
  action: 'staff.people',
  params: One,
  body: Nothing,
  reply: BulkAct,
  errors: ['staff.bulk_not_found', 'staff.bulk_over'],
})

export const getBulkAct = defineCall({
  method: 'GET',
  path: '/api/v2/staff/bulk/:id/',
  summary: 'Get a bulk act and its progress',
  action: 'staff.people',
  params: One,
  reply: BulkAct,
  errors: ['staff.bulk_not_found'],
})

export const listBulkActs = defineCall({
  method: 'GET',
  path: '/api/v2/staff/bulk/',
  summary: 'Bulk acts, newest first: your own, and for administrators all',
  action: 'staff.people',
  query: z.object({ before: z.optional(IdParam) }),
  reply: z.object({ acts: z.array(BulkAct).check(z.maxLength(MAX_PAGE_SIZE)), hasMore: z.boolean() }),
  errors: [],
})

export const BulkPerson = z.object({ id: Id, name: z.string(), role: Role, why: z.nullable(LeftOutWhy) })
export type BulkPerson = z.infer<typeof BulkPerson>

export const BulkPart = z.enum(['waiting', 'done', 'left_out'])
export type BulkPart = z.infer<typeof BulkPart>

export const listBulkPeople = defineCall({
  method: 'GET',
  path: '/api/v2/staff/bulk/:id/people/',
  summary: 'The people of a bulk act who are pending, done or left out',
  action: 'staff.people',
  params: One,
  query: z.object({ part: BulkPart, after: z.optional(IdParam) }),
  reply: z.object({ people: z.array(BulkPerson).check(z.maxLength(MAX_PAGE_SIZE)), hasMore: z.boolean() }),
  errors: ['staff.bulk_not_found'],
})
