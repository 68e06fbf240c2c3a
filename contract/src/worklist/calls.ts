import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, MAX_PAGE_SIZE } from '../core/fields.ts'
import { Caseload, Colleague, Day, PlannedContact, UrgentCase, WorkItem, WorkPerson, WorkView } from './entities.ts'
import { WorkRule } from './rules.ts'

const Page = z.array(WorkItem).check(z.maxLength(MAX_PAGE_SIZE))

export const listWork = defineCall({
  method: 'GET',
  path: '/api/v2/staff/worklist/',
  summary: 'People who need attention, longest overdue first, 50 at a time',
  action: 'staff.worklist',
  query: z.object({
    view: z._default(WorkView, 'mine'),
    rule: z.optional(WorkRule),
    programme: z.optional(IdParam),
    /** `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    items: Page,
    total: z.int(),
    next: z.nullable(z.string()),
    counts: z.object({ mine: z.int(), team: z.int(), snoozed: z.int(), done: z.int() }),
    byRule: z.array(z.object({ rule: WorkRule, count: z.int() })).check(z.maxLength(20)),
    urgent: z.array(UrgentCase).check(z.maxLength(20)),
    /** Active members and mentors without a next contact, out of all that the caller sees. */
    contacts: z.object({ without: z.int(), all: z.int(), people: z.array(WorkPerson).check(z.maxLength(3)) }),
    /** The contacts that the caller planned for today or earlier. */
    today: z.array(PlannedContact).check(z.maxLength(MAX_PAGE_SIZE)),
  }),
  errors: ['worklist.bad_cursor'],
})

export const listColleagues = defineCall({
  method: 'GET',
  path: '/api/v2/staff/worklist/colleagues/',
  summary: 'Colleagues who look after people in your programmes, and what each of them has',
  action: 'staff.worklist',
  reply: z.object({
    colleagues: z
      .array(z.extend(Colleague, { caseload: Caseload, hasLeft: z.boolean(), canHandOver: z.boolean() }))
      .check(z.maxLength(500)),
  }),
  errors: [],
})

const onItem = { action: 'staff.worklist', params: z.object({ id: IdParam }), reply: z.object({ item: WorkItem }) }

export const assignWork = defineCall({
  ...onItem,
  method: 'PUT',
  path: '/api/v2/staff/worklist/:id/owner/',
  summary: 'Take a row, give it to a colleague, or leave it to the team',
  body: z.object({ personId: z.nullable(Id) }),
  errors: ['worklist.item_not_found', 'worklist.item_closed', 'worklist.colleague_cannot'],
})

export const snoozeWork = defineCall({
  ...onItem,
  method: 'PUT',
  path: '/api/v2/staff/worklist/:id/snooze/',
  summary: 'Postpone a row until a day, with a reason; without a day it comes back at once',
  body: z.object({ until: z.nullable(Day), reason: z.string().check(z.trim(), z.maxLength(200)) }),
  errors: ['worklist.item_not_found', 'worklist.item_closed', 'worklist.bad_snooze', 'worklist.no_reason'],
})

/** Presence expires after this time. */
export const WORK_PRESENCE_SECONDS = 60

export const setWorkPresence = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/worklist/:id/presence/',
  summary: 'Show colleagues that you have a row open',
  action: 'staff.worklist',
  params: z.object({ id: IdParam }),
  body: z.object({ isOpen: z.boolean() }),
  reply: z.object({ readers: z.array(Colleague).check(z.maxLength(20)) }),
  errors: ['worklist.item_not_found'],
})

export const handOver = defineCall({
  method: 'POST',
  path: '/api/v2/staff/worklist/hand-over/',
  summary: 'Hand everything that a colleague looks after in your programmes to another colleague',
  action: 'staff.worklist',
  body: z.object({ from: Id, to: Id, reason: StaffReason }),
  reply: z.object({ moved: Caseload }),
  errors: ['worklist.colleague_not_found', 'worklist.colleague_cannot', 'worklist.to_oneself', 'worklist.nothing_to_hand_over'],
})
