import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { IdParam, Time } from '../core/fields.ts'
import { Case, CasePart, LegalKind, NoteSection, StepKind } from './case-entities.ts'
import { AnswerKind, ReportText } from './entities.ts'

/** Calls for work on a case. Only the person who has taken the case may use them, except where a second person is needed. */
const CaseParam = z.object({ id: IdParam })
const working = ['safety.case_not_found', 'safety.case_not_yours', 'safety.case_closed'] as const

export const writeCaseNote = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/notes/',
  summary: 'Add a note about facts, concern, risk or action; notes are sealed and cannot be edited',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ section: NoteSection, text: ReportText }),
  reply: Case,
  errors: working,
})

export const addCasePerson = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/people/',
  summary: 'Add a person of the conversation or the pair with their part in the case',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ personId: IdParam, part: CasePart }),
  reply: Case,
  errors: [...working, 'safety.person_not_found'],
})

export const addCaseTask = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/tasks/',
  summary: 'Record the next steps of a case: who does what, and by when',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ text: ReportText, dueAt: z.nullable(Time) }),
  reply: Case,
  errors: [...working, 'safety.too_many_entries'],
})

export const finishCaseTask = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/tasks/:taskId/done/',
  summary: 'Mark a task as done',
  action: 'staff.safety',
  params: z.object({ id: IdParam, taskId: IdParam }),
  body: z.object({}),
  reply: Case,
  errors: [...working, 'safety.task_not_found'],
})

export const answerReport = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/reports/:reportId/answers/',
  summary: 'Answer the person who reported; they are notified',
  action: 'staff.safety',
  params: z.object({ id: IdParam, reportId: IdParam }),
  body: z.object({ kind: AnswerKind, text: ReportText }),
  reply: Case,
  errors: [...working, 'safety.report_not_found', 'safety.report_full'],
})

/** The member receives a text in their language, followed by `words`. A ban takes effect only when a second person agrees. */
export const takeStep = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/steps/',
  summary: 'Warn, mute, pause, suspend, end a pair, or ask for a ban',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({
    kind: StepKind,
    personId: IdParam,
    words: z.nullable(ReportText),
    until: z.nullable(Time),
    reason: StaffReason,
  }),
  reply: Case,
  errors: [
    ...working,
    'safety.person_not_found',
    'safety.no_channel',
    'safety.no_pair',
    'safety.already_in_force',
    'safety.until_does_not_fit',
    'safety.too_many_entries',
  ],
})

export const agreeStep = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/steps/:stepId/agree/',
  summary: 'Agree to a ban as the second person',
  action: 'staff.safety',
  params: z.object({ id: IdParam, stepId: IdParam }),
  body: z.object({}),
  reply: Case,
  errors: ['safety.case_not_found', 'safety.case_closed', 'safety.step_not_found', 'safety.needs_another', 'safety.step_decided'],
})

/** A step that still waits for a second person is withdrawn instead. */
export const undoStep = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/steps/:stepId/undo/',
  summary: 'Undo a step; the member is notified',
  action: 'staff.safety',
  params: z.object({ id: IdParam, stepId: IdParam }),
  body: z.object({ reason: StaffReason }),
  reply: Case,
  errors: [
    'safety.case_not_found',
    'safety.case_not_yours',
    'safety.step_not_found',
    'safety.cannot_undo',
    'safety.step_decided',
  ],
})

/**
 * `at`: when it happened. `possible_offence` starts the duty to report; `not_applicable` records that there is no such duty,
 * and why.
 */
export const recordLegal = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/legal/',
  summary: 'Record what was done about a possible offence: who was informed, when, and who received the report',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ kind: LegalKind, text: ReportText, at: Time }),
  reply: Case,
  errors: [...working, 'safety.time_in_future'],
})

/** The delay lasts at most 90 days; null ends it. */
export const delayLooks = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/safety/cases/:id/look-delay/',
  summary: 'Set until when the members concerned cannot see who opened their data for this case',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ until: z.nullable(Time), reason: StaffReason }),
  reply: Case,
  errors: [...working, 'safety.until_does_not_fit'],
})

export const closeCase = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/close/',
  summary: 'Ask a colleague to sign a case off, with the decision',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ decision: ReportText }),
  reply: Case,
  errors: [...working, 'safety.unanswered_report', 'safety.legal_duty_open', 'safety.step_waits'],
})

export const signOffCase = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/sign-off/',
  summary: 'Sign a case off as the second person, or send it back',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ isAgreed: z.boolean(), text: z.nullable(ReportText) }),
  reply: Case,
  errors: [
    'safety.case_not_found',
    'safety.not_to_sign_off',
    'safety.needs_another',
    'safety.unanswered_report',
    'safety.legal_duty_open',
  ],
})

export const reopenCase = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/reopen/',
  summary: 'Open a closed case again, with a reason',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ reason: StaffReason }),
  reply: Case,
  errors: ['safety.case_not_found', 'safety.case_not_closed'],
})
