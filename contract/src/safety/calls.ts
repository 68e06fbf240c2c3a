import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { Helpline } from '../help/entities.ts'
import { MyReport, ReportedThing, ReportReason, ReportText } from './entities.ts'

const Report = z.object({ id: IdParam })

/** A repeated report, or another one by the same person about the same thing while the first is open, is added to the first. */
export const sendReport = defineCall({
  method: 'POST',
  path: '/api/v2/safety/reports/',
  summary: 'Report a message, file, answer, person, call or post to the safeguarding team',
  action: 'safety.report',
  body: z.object({ clientId: z.uuid(), thing: ReportedThing, reason: ReportReason, text: z.optional(ReportText) }),
  reply: z.object({ report: MyReport, helplines: z.array(Helpline) }),
  errors: ['safety.nothing_to_report', 'safety.own_thing'],
})

export const listMyReports = defineCall({
  method: 'GET',
  path: '/api/v2/safety/reports/',
  summary: 'Your reports with their answers, newest first',
  action: 'safety.report',
  query: z.object({ before: z.optional(IdParam) }),
  reply: z.object({ reports: z.array(MyReport).check(z.maxLength(50)), hasMore: z.boolean() }),
  errors: [],
})

export const addToReport = defineCall({
  method: 'POST',
  path: '/api/v2/safety/reports/:id/messages/',
  summary: 'Say more about your report, in your own words',
  action: 'safety.report',
  params: Report,
  body: z.object({ clientId: z.uuid(), text: ReportText }),
  reply: z.object({ report: MyReport, helplines: z.array(Helpline) }),
  errors: ['safety.report_not_found', 'safety.report_full'],
})

export const reopenReport = defineCall({
  method: 'POST',
  path: '/api/v2/safety/reports/:id/reopen/',
  summary: 'Ask the team once to look at your report again',
  action: 'safety.report',
  params: Report,
  body: z.object({ text: z.optional(ReportText) }),
  reply: z.object({ report: MyReport }),
  errors: ['safety.report_not_found', 'safety.cannot_reopen'],
})

export const setGuardianWish = defineCall({
  method: 'PUT',
  path: '/api/v2/safety/reports/:id/guardian/',
  summary: 'Say whether the team may tell your guardian about your report',
  action: 'safety.report',
  params: Report,
  body: z.object({ mayTellGuardian: z.boolean() }),
  reply: z.object({ report: MyReport }),
  errors: ['safety.report_not_found'],
})

/** Fetched with the first report, so that the numbers are there without a network too. */
export const listSafetyHelplines = defineCall({
  method: 'GET',
  path: '/api/v2/safety/helplines/',
  summary: 'Numbers to call in danger, in your language',
  action: 'safety.report',
  reply: z.object({ helplines: z.array(Helpline) }),
  errors: [],
})

export const BlockedPerson = z.object({
  personId: Id,
  name: z.string(),
  displayPicture: z.nullable(z.string()),
  blockedAt: Time,
})
export type BlockedPerson = z.infer<typeof BlockedPerson>

export const listBlocks = defineCall({
  method: 'GET',
  path: '/api/v2/safety/blocks/',
  summary: 'The people you have blocked',
  action: 'safety.block',
  reply: z.object({ blocks: z.array(BlockedPerson).check(z.maxLength(500)) }),
  errors: [],
})

const Person = z.object({ personId: IdParam })

/** For people with whom you share, or shared, a conversation. */
export const blockPerson = defineCall({
  method: 'PUT',
  path: '/api/v2/safety/blocks/:personId/',
  summary: 'Stop messages, calls and mentions between you and a person at once; they do not learn of it',
  action: 'safety.block',
  params: Person,
  /** `pausesPair`: the blocked person is your partner, so your pair pauses and the team calls you. */
  reply: z.object({ pausesPair: z.boolean() }),
  errors: ['safety.person_not_found', 'safety.not_oneself', 'safety.team_cannot_be_blocked'],
})

export const unblockPerson = defineCall({
  method: 'DELETE',
  path: '/api/v2/safety/blocks/:personId/',
  summary: 'Remove a block; a paused pair stays paused until the team has spoken with you',
  action: 'safety.block',
  params: Person,
  reply: Nothing,
  errors: ['safety.person_not_found'],
})
