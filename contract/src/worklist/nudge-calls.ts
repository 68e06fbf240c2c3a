import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, LanguageCode, MAX_PAGE_SIZE } from '../core/fields.ts'
import { Day } from './entities.ts'
import { Nudge, NudgeLeftOut, NudgePlan, NudgeSetting, NudgeTrigger } from './nudges.ts'

const params = z.object({ programmeId: IdParam, trigger: NudgeTrigger })

export const listNudgePlans = defineCall({
  method: 'GET',
  path: '/api/v2/staff/programmes/:programmeId/nudge-plans/',
  summary: 'When this programme writes to people by itself, and in which words',
  action: 'staff.work_rules',
  params: z.object({ programmeId: IdParam }),
  reply: z.object({
    programme: z.string(),
    languages: z.array(z.object({ code: LanguageCode, name: z.string() })).check(z.maxLength(40)),
    plans: z.array(NudgePlan).check(z.maxLength(20)),
  }),
  errors: ['worklist.programme_not_found'],
})

/** A positive whole number in an address. */
const Count = IdParam

/** Without texts, because they do not affect who receives the message. */
export const previewNudgePlan = defineCall({
  method: 'GET',
  path: '/api/v2/staff/programmes/:programmeId/nudge-plans/:trigger/preview/',
  summary: 'Number of people that a plan would write to tomorrow; nothing is sent',
  action: 'staff.work_rules',
  params,
  query: z.object({ afterDays: Count, againDays: z.optional(Count), times: Count, perDay: Count }),
  reply: z.object({
    on: Day,
    count: z.int(),
    /** A few of them, by name. */
    names: z.array(z.string()).check(z.maxLength(5)),
    leftOut: z.array(z.object({ why: NudgeLeftOut, count: z.int() })).check(z.maxLength(20)),
  }),
  errors: ['worklist.programme_not_found', 'worklist.bad_nudge_plan'],
})

export const setNudgePlan = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/programmes/:programmeId/nudge-plans/:trigger/',
  summary: 'Change a plan or switch it on or off; its planned messages change with it',
  action: 'staff.work_rules',
  params,
  body: z.extend(NudgeSetting, {
    version: z.int(),
    /** The number of people shown by the preview. A plan that would reach more people is not switched on. */
    seen: z.nullable(z.int()),
  }),
  reply: z.object({ plan: NudgePlan }),
  errors: [
    'worklist.programme_not_found',
    'worklist.bad_nudge_plan',
    'worklist.nudge_plan_changed',
    'worklist.nudges_more_than_seen',
    'worklist.language_unknown',
  ],
})

export const listNudges = defineCall({
  method: 'GET',
  path: '/api/v2/staff/nudges/',
  summary: 'Messages planned for today and tomorrow to people whom you look after, 50 at a time',
  action: 'staff.worklist',
  query: z.object({
    trigger: z.optional(NudgeTrigger),
    programme: z.optional(IdParam),
    /** Id of the last message of the previous page. */
    after: z.optional(IdParam),
  }),
  reply: z.object({
    nudges: z.array(Nudge).check(z.maxLength(MAX_PAGE_SIZE)),
    next: z.nullable(Id),
    /** Counts over all days and pages, without messages that were taken out. */
    byPlan: z
      .array(z.object({ programmeId: Id, programme: z.string(), trigger: NudgeTrigger, on: Day, count: z.int() }))
      .check(z.maxLength(200)),
  }),
  errors: [],
})

export const takeOutNudge = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/nudges/:id/',
  summary: 'Cancel a planned message, with a reason, or restore it',
  action: 'staff.worklist',
  params: z.object({ id: IdParam }),
  body: z.object({ isOut: z.boolean(), reason: StaffReason }),
  reply: z.object({ nudge: Nudge }),
  errors: ['worklist.nudge_not_found', 'worklist.nudge_over'],
})
