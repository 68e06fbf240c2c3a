import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { IdParam } from '../core/fields.ts'
import { RuleSetting } from './entities.ts'
import { WorkRule } from './rules.ts'

const params = z.object({ programmeId: IdParam, rule: WorkRule })
const WholeText = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,4}$/))]),
  z.transform((value: string | number) => Number(value)),
)

export const listWorkRules = defineCall({
  method: 'GET',
  path: '/api/v2/staff/programmes/:programmeId/work-rules/',
  summary: 'The rules by which people of this programme get onto the list',
  action: 'staff.work_rules',
  params: z.object({ programmeId: IdParam }),
  reply: z.object({ programme: z.string(), rules: z.array(RuleSetting).check(z.maxLength(20)) }),
  errors: ['worklist.programme_not_found'],
})

export const previewWorkRule = defineCall({
  method: 'GET',
  path: '/api/v2/staff/programmes/:programmeId/work-rules/:rule/preview/',
  summary: 'How many rows a rule would have with another limit, today',
  action: 'staff.work_rules',
  params,
  query: z.object({ limit: z.pipe(WholeText, z.int()) }),
  reply: z.object({
    count: z.int(),
    /** A few of them, by the names of the people. */
    names: z.array(z.string()).check(z.maxLength(5)),
  }),
  errors: ['worklist.programme_not_found', 'worklist.bad_limit'],
})

export const setWorkRule = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/programmes/:programmeId/work-rules/:rule/',
  summary: 'Change a rule of the list; the list follows at once',
  action: 'staff.work_rules',
  params,
  body: z.object({ isOn: z.boolean(), limit: z.int(), version: z.int() }),
  reply: z.object({ rule: RuleSetting }),
  errors: ['worklist.programme_not_found', 'worklist.bad_limit', 'worklist.rule_changed'],
})
