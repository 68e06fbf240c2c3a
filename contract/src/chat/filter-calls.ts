import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { IdParam, Nothing, Paging, Time } from '../core/fields.ts'
import { FilterMode, FilterRule, HeldMessage, PATTERN_MAX, PATTERNS_MAX } from './filter.ts'

const Held = z.object({ id: IdParam })

/** Oldest first, without their texts. */
export const listHeldMessages = defineCall({
  method: 'GET',
  path: '/api/v2/staff/chat/held/',
  summary: "Messages awaiting the team's decision",
  action: 'staff.safety',
  query: z.object({ ...Paging(50) }),
  reply: z.object({ held: z.array(HeldMessage).check(z.maxLength(50)), hasNextPage: z.boolean() }),
  errors: [],
})

export const openHeldMessage = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/held/:id/open/',
  summary: 'Read a held message; its sender can see that it was read',
  action: 'staff.safety',
  params: Held,
  body: z.object({ reason: StaffReason }),
  reply: z.object({ text: z.string(), fileName: z.nullable(z.string()) }),
  errors: ['chat.held_not_found'],
})

export const releaseHeldMessage = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/held/:id/release/',
  summary: 'Deliver a held message',
  action: 'staff.safety',
  params: Held,
  body: z.object({ reason: StaffReason }),
  reply: Nothing,
  errors: [
    'chat.held_not_found',
    'chat.held_decided',
    'chat.busy',
    'chat.closed',
    'chat.inactive',
    'chat.channel_not_found',
    'chat.attachment_refused',
  ],
})

export const rejectHeldMessage = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/held/:id/reject/',
  summary: 'Do not deliver a held message; its sender is notified',
  action: 'staff.safety',
  params: Held,
  body: z.object({ reason: StaffReason }),
  reply: Nothing,
  errors: ['chat.held_not_found', 'chat.held_decided'],
})

const Filter = z.object({ mode: FilterMode, rules: z.array(FilterRule).check(z.maxLength(20)) })
const OfProgramme = z.object({ projectId: IdParam })

export const getFilter = defineCall({
  method: 'GET',
  path: '/api/v2/staff/chat/filter/:projectId/',
  summary: "Get a programme's contact filter: its mode and its own rules",
  action: 'staff.safety',
  params: OfProgramme,
  reply: Filter,
  errors: ['chat.project_not_found'],
})

export const setFilterMode = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/chat/filter/:projectId/',
  summary: 'Set the contact filter of a programme to off, warn or hold',
  action: 'staff.safety',
  params: OfProgramme,
  body: z.object({ mode: FilterMode, reason: StaffReason }),
  reply: Filter,
  errors: ['chat.project_not_found'],
})

const RuleContent = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  patterns: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(PATTERN_MAX)))
    .check(z.minLength(1), z.maxLength(PATTERNS_MAX)),
}

export const addFilterRule = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/filter/:projectId/rules/',
  summary: 'Add a rule, which stays off until it has been replayed',
  action: 'staff.safety',
  params: OfProgramme,
  body: z.object(RuleContent),
  reply: Filter,
  errors: ['chat.project_not_found', 'chat.rule_refused', 'chat.too_many_rules'],
})

const Rule = z.object({ id: IdParam })
/** The version that the caller saw. */
const seen = { version: z.int() }

export const changeFilterRule = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/chat/filter-rules/:id/',
  summary: 'Add a version to a rule; the one in force stays until the new one is switched on',
  action: 'staff.safety',
  params: Rule,
  body: z.object({ ...RuleContent, ...seen }),
  reply: Filter,
  errors: ['chat.rule_not_found', 'chat.rule_refused', 'chat.rule_changed'],
})

export const replayFilterRule = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/filter-rules/:id/replay/',
  summary: 'Count how many messages of the last 30 days the newest version would have stopped',
  action: 'staff.safety',
  params: Rule,
  body: z.object(seen),
  reply: Filter,
  errors: ['chat.rule_not_found', 'chat.rule_changed'],
})

/** Some of the messages that the replay found. Their senders can see that they were read. */
export const readReplaySamples = defineCall({
  method: 'POST',
  path: '/api/v2/staff/chat/filter-rules/:id/samples/',
  summary: 'Read a few of the messages that the replay found',
  action: 'staff.safety',
  params: Rule,
  body: z.object({ ...seen, reason: StaffReason }),
  reply: z.object({ samples: z.array(z.object({ text: z.string(), at: Time })).check(z.maxLength(5)) }),
  errors: ['chat.rule_not_found', 'chat.rule_changed', 'chat.rule_not_replayed'],
})

export const switchFilterRule = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/chat/filter-rules/:id/active/',
  summary: 'Switch the newest version of a rule on, after its replay, or the rule off',
  action: 'staff.safety',
  params: Rule,
  body: z.object({ ...seen, isActive: z.boolean(), reason: StaffReason }),
  reply: Filter,
  errors: ['chat.rule_not_found', 'chat.rule_changed', 'chat.rule_not_replayed', 'chat.rule_too_wide'],
})
