import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Flag, Id, IdParam, Nothing, Paging, Time } from '../core/fields.ts'
import { StoredFile } from '../core/stored-file.ts'

export const EVIDENCE_MAX_BYTES = 4 * 1024 * 1024

export const CheckKind = z.enum(['interview', 'references', 'identity', 'training', 'agreement'])
export type CheckKind = z.infer<typeof CheckKind>

export const MentorCheck = z.object({
  kind: CheckKind,
  isRequired: z.boolean(),
  state: z.enum(['open', 'passed', 'failed', 'expired']),
  evidence: z.string(),
  by: z.nullable(z.string()),
  at: z.nullable(Time),
  expiresOn: z.nullable(z.iso.date()),
  /** The proof as a file, if there is one. */
  fileName: z.nullable(z.string()),
})
export type MentorCheck = z.infer<typeof MentorCheck>

export const ScreenedMentor = z.object({
  personId: Id,
  name: z.string(),
  picture: z.nullable(z.string()),
  programme: z.string(),
  isApproved: z.boolean(),
  waitsSince: z.nullable(Time),
  checks: z.array(MentorCheck).check(z.maxLength(5)),
  /** All required checks have passed and none has expired. */
  isReady: z.boolean(),
})
export type ScreenedMentor = z.infer<typeof ScreenedMentor>

const Person = z.object({ personId: IdParam })

export const listMentorsToScreen = defineCall({
  method: 'GET',
  path: '/api/v2/staff/screening/',
  summary: 'Mentors with their checks: those who wait, or those who are approved',
  action: 'staff.screening',
  query: z.object({ approved: Flag, ...Paging(50) }),
  reply: z.object({ mentors: z.array(ScreenedMentor).check(z.maxLength(50)), hasNextPage: z.boolean() }),
  errors: [],
})

export const setCheck = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/screening/:personId/checks/:kind/',
  summary: 'Record the result of a check of a mentor, with evidence and expiry',
  action: 'staff.screening',
  params: z.object({ personId: IdParam, kind: CheckKind }),
  body: z.object({
    isPassed: z.boolean(),
    evidence: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
    expiresOn: z.nullable(z.iso.date()),
  }),
  reply: ScreenedMentor,
  errors: ['matching.person_not_found', 'matching.check_expired'],
})

const Check = z.object({ personId: IdParam, kind: CheckKind })

export const uploadEvidence = defineCall({
  method: 'POST',
  path: '/api/v2/staff/screening/:personId/checks/:kind/file/',
  summary: 'Add the proof of a recorded check as a PDF or picture; it replaces an earlier file',
  action: 'staff.screening',
  params: Check,
  form: { fields: Nothing, files: { file: { maxBytes: EVIDENCE_MAX_BYTES } } },
  reply: ScreenedMentor,
  errors: [
    'matching.person_not_found',
    'matching.check_not_recorded',
    'files.type_not_allowed',
    'files.type_mismatch',
    'files.too_many_pixels',
    'files.unreadable',
  ],
})

export const removeEvidence = defineCall({
  method: 'POST',
  path: '/api/v2/staff/screening/:personId/checks/:kind/file/remove/',
  summary: 'Remove the file of a check',
  action: 'staff.screening',
  params: Check,
  body: z.object({ reason: StaffReason }),
  reply: ScreenedMentor,
  errors: ['matching.person_not_found', 'matching.check_not_recorded'],
})

export const openEvidence = defineCall({
  method: 'GET',
  path: '/api/v2/staff/screening/:personId/checks/:kind/file/',
  summary: 'A personal link to the file of a check, valid for ten minutes; the mentor can read that you opened it, and why',
  action: 'staff.screening',
  params: Check,
  query: z.object({ reason: StaffReason }),
  reply: StoredFile,
  errors: ['matching.person_not_found', 'matching.no_evidence_file'],
})

export const setApproval = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/screening/:personId/approval/',
  summary: 'Approve a mentor whose checks have passed, or end the approval and close open offers',
  action: 'staff.screening',
  params: Person,
  body: z.object({ isApproved: z.boolean(), reason: StaffReason }),
  reply: ScreenedMentor,
  errors: ['matching.person_not_found', 'matching.checks_open'],
})

export const listRequirements = defineCall({
  method: 'GET',
  path: '/api/v2/staff/screening-requirements/',
  summary: 'Which checks each of your programmes requires of mentors',
  action: 'staff.screening',
  reply: z.object({
    programmes: z
      .array(z.object({ projectId: Id, name: z.string(), kinds: z.array(CheckKind).check(z.maxLength(5)) }))
      .check(z.maxLength(500)),
  }),
  errors: [],
})

export const setRequirements = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/screening-requirements/:projectId/',
  summary: 'Set which checks a programme requires of mentors; mentors without one of them lose their approval',
  action: 'staff.screening',
  params: z.object({ projectId: IdParam }),
  body: z.object({ kinds: z.array(CheckKind).check(z.maxLength(5)) }),
  /** How many approvals ended. */
  reply: z.object({ ended: z.int() }),
  errors: ['matching.no_plan'],
})
