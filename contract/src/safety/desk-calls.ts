import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { IdParam, Paging, Time } from '../core/fields.ts'
import { Case, CaseRow, Evidence, EvidenceMessage, SafetyNumbers } from './case-entities.ts'

const CaseParam = z.object({ id: IdParam })
const ReportParam = z.object({ id: IdParam, reportId: IdParam })
const UnlockParam = z.object({ id: IdParam, unlockId: IdParam })

/** Urgent cases first, then by deadline. Cases that name the caller, or a pair they manage, are left out. */
export const listCases = defineCall({
  method: 'GET',
  path: '/api/v2/staff/safety/cases/',
  summary: 'The queue of the safety desk',
  action: 'staff.safety',
  query: z.object({ show: z._default(z.enum(['open', 'mine', 'free', 'closed']), 'open'), ...Paging(50) }),
  reply: z.object({
    cases: z.array(CaseRow).check(z.maxLength(50)),
    hasNextPage: z.boolean(),
    counts: z.object({ urgent: z.int(), normal: z.int(), mine: z.int(), free: z.int(), pastTime: z.int() }),
    /** Figures of the last 30 days, to compare with the promised times. A median is null if nothing was answered. */
    figures: z.object({
      urgentMedianMinutes: z.nullable(z.int()),
      normalMedianMinutes: z.nullable(z.int()),
      answered: z.int(),
      answeredInTime: z.int(),
    }),
  }),
  errors: [],
})

/** Takes the most urgent case that is not assigned; the id is null if there is none. */
export const takeNextCase = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/next/',
  summary: 'Take the next case',
  action: 'staff.safety',
  body: z.object({}),
  reply: z.object({ id: z.nullable(z.int()) }),
  errors: [],
})

export const getCase = defineCall({
  method: 'GET',
  path: '/api/v2/staff/safety/cases/:id/',
  summary: 'A case with its chronology, people, steps and duties; without messages',
  action: 'staff.safety',
  params: CaseParam,
  reply: Case,
  errors: ['safety.case_not_found'],
})

export const takeCase = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/safety/cases/:id/taken/',
  summary: 'Work on a case; nobody else can until you give it up',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({}),
  reply: Case,
  errors: ['safety.case_not_found', 'safety.case_closed', 'safety.case_taken'],
})

export const releaseCase = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/release/',
  summary: 'Give a case back to the queue',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({}),
  reply: Case,
  errors: ['safety.case_not_found', 'safety.case_not_yours', 'safety.case_closed'],
})

/** Anyone at the desk can assign an unassigned case; only the person who has a case can pass it on. */
export const giveCase = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/give/',
  summary: 'Give a case to a colleague, who is notified',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ toPersonId: IdParam }),
  reply: Case,
  errors: ['safety.case_not_found', 'safety.case_not_yours', 'safety.case_closed', 'safety.colleague_cannot'],
})

/** The reported message with 20 before and after it, as copied. The members concerned can see that it was opened. */
export const openWindow = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/reports/:reportId/window/',
  summary: 'Open what was reported, with a reason',
  action: 'staff.safety',
  params: ReportParam,
  body: z.object({ reason: StaffReason }),
  reply: Evidence,
  errors: ['safety.case_not_found', 'safety.case_not_yours', 'safety.case_closed', 'safety.no_evidence'],
})

export const askUnlock = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/unlocks/',
  summary: 'Ask a colleague to approve access to the whole conversation',
  action: 'staff.safety',
  params: CaseParam,
  body: z.object({ reason: StaffReason }),
  reply: Case,
  errors: ['safety.case_not_found', 'safety.case_not_yours', 'safety.case_closed', 'safety.no_channel', 'safety.key_open'],
})

export const agreeUnlock = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/unlocks/:unlockId/agree/',
  summary: 'Approve access to the whole conversation as the second person, for 60 minutes',
  action: 'staff.safety',
  params: UnlockParam,
  body: z.object({}),
  reply: Case,
  errors: ['safety.case_not_found', 'safety.case_closed', 'safety.key_not_found', 'safety.needs_another', 'safety.key_ended'],
})

/** Also declines a request for access that nobody has approved yet. */
export const closeUnlock = defineCall({
  method: 'POST',
  path: '/api/v2/staff/safety/cases/:id/unlocks/:unlockId/close/',
  summary: 'Close an opened conversation early, or decline a request for access',
  action: 'staff.safety',
  params: UnlockParam,
  body: z.object({}),
  reply: Case,
  errors: ['safety.case_not_found', 'safety.case_closed', 'safety.key_not_found', 'safety.key_ended'],
})

/** For the two people who approved the access. Starts around the reported message; then loads older or newer ones. */
export const readUnlocked = defineCall({
  method: 'GET',
  path: '/api/v2/staff/safety/cases/:id/unlocks/:unlockId/messages/',
  summary: 'Read an unlocked conversation',
  action: 'staff.safety',
  params: UnlockParam,
  query: z.object({ before: z.optional(IdParam), after: z.optional(IdParam) }),
  reply: z.object({
    messages: z.array(EvidenceMessage).check(z.maxLength(50)),
    hasOlder: z.boolean(),
    hasNewer: z.boolean(),
    until: Time,
  }),
  errors: ['safety.case_not_found', 'safety.key_not_found', 'safety.key_ended'],
})

export const getSafetyNumbers = defineCall({
  method: 'GET',
  path: '/api/v2/staff/safety/numbers/:projectId/',
  summary: 'Telephone contacts of a programme: the head of the institution and the local police',
  action: 'staff.safety',
  params: z.object({ projectId: IdParam }),
  reply: SafetyNumbers,
  errors: ['safety.programme_not_found'],
})

const Line = z.string().check(z.trim(), z.maxLength(120))

export const setSafetyNumbers = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/safety/numbers/:projectId/',
  summary: 'Set the telephone contacts of a programme, and confirm that you checked them today',
  action: 'staff.safety',
  params: z.object({ projectId: IdParam }),
  body: z.object({
    headName: Line,
    policeName: Line,
    policeNumber: z.string().check(z.trim(), z.regex(/^(\+?[\d -]{2,20})?$/)),
  }),
  reply: SafetyNumbers,
  errors: ['safety.programme_not_found'],
})
