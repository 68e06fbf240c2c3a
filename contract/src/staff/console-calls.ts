import * as z from 'zod/mini'
import { StaffRole } from '../accounts/roles.ts'
import { defineCall } from '../core/call.ts'
import { Id, LanguageCode, Time } from '../core/fields.ts'

/** Numbers of tasks that wait for the caller, by navigation entry. Entries that are missing never have a count. */
export const Waiting = z.object({
  /** Rows of the caller's own worklist. */
  today: z.int(),
  help: z.int(),
  /** Mentors to approve. */
  screening: z.int(),
  /** Groups to settle and proposals to review. */
  matching: z.int(),
  groups: z.int(),
  proposals: z.int(),
  /** Approvals of mentors that end within 30 days. */
  approvals: z.int(),
  /** Recorded calls whose transcript or summary failed. */
  recordings: z.int(),
  /** People whose address the mail server refused for good. */
  mail: z.int(),
  /** Colleagues who ask for a new second factor. */
  resets: z.int(),
  /** Safety cases that wait for the caller or for anyone at the desk, and held messages. */
  safety: z.int(),
})
export type Waiting = z.infer<typeof Waiting>

export const ProgrammeName = z.object({ id: Id, key: z.string(), name: z.string(), isDisabled: z.boolean() })
export type ProgrammeName = z.infer<typeof ProgrammeName>

/** `languages`: the first one is suggested in invitations; empty means all languages. */
const OwnProgramme = z.extend(ProgrammeName, { languages: z.array(LanguageCode) })

/** Allowed before the second factor: the page that asks for it uses these texts too. */
export const getStaffTexts = defineCall({
  method: 'GET',
  path: '/api/v2/staff/texts/',
  summary: 'Get the texts of the console in your language',
  action: 'second_factor.use',
  query: z.object({ languageCode: LanguageCode }),
  reply: z.object({ translations: z.record(z.string(), z.string()) }),
  errors: [],
})

export const getConsole = defineCall({
  method: 'GET',
  path: '/api/v2/staff/console/',
  summary: 'Get your rights, your programmes and what waits for you',
  action: 'staff.console',
  reply: z.object({
    rights: z.array(z.object({ role: StaffRole, projectId: z.nullable(Id), until: z.nullable(Time) })),
    /** The programmes in which you have a right; all of them if you have a right in all. */
    programmes: z.array(OwnProgramme).check(z.maxLength(500)),
    /** Everything you may do in at least one programme, as in the permission table. */
    actions: z.array(z.string()),
    waiting: Waiting,
  }),
  errors: [],
})

/** How often a mail lists what waits for you. Weekly: on Mondays. Urgent concerns are mailed at once, whatever is chosen. */
export const DigestRhythm = z.enum(['daily', 'weekly', 'off'])
export type DigestRhythm = z.infer<typeof DigestRhythm>

export const getDigest = defineCall({
  method: 'GET',
  path: '/api/v2/staff/digest/',
  summary: 'How often you get a mail about what waits for you',
  action: 'staff.console',
  reply: z.object({ rhythm: DigestRhythm }),
  errors: [],
})

export const setDigest = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/digest/',
  summary: 'Choose how often you get a mail about what waits for you',
  action: 'staff.console',
  body: z.object({ rhythm: DigestRhythm }),
  reply: z.object({ rhythm: DigestRhythm }),
  errors: [],
})
