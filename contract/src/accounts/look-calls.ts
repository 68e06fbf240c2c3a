import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, MAX_PAGE_SIZE, Time } from '../core/fields.ts'

/** What staff opened or changed. `other` covers calls without a text of their own. */
export const LookKind = z.enum([
  'opened_page',
  'opened_help',
  'opened_pair',
  'changed_pair',
  'paused_chat',
  'opened_report',
  'read_messages',
  'answered_help',
  'assigned_help',
  'closed_help',
  'reopened_help',
  'opened_answers',
  'corrected_answer',
  'wrote_note',
  'blocked',
  'changed_address',
  'changed_features',
  'changed_match',
  'changed_role',
  'changed_details',
  'checked',
  'opened_evidence',
  'invited',
  'signed_out',
  'verified_address',
  'other',
])
export type LookKind = z.infer<typeof LookKind>

/** One entry of the list: a member of staff opened or changed data of this person. */
export const StaffLook = z.object({
  id: Id,
  /** Null once the account is gone. */
  by: z.nullable(z.string()),
  what: LookKind,
  reason: z.nullable(z.string()),
  at: Time,
})
export type StaffLook = z.infer<typeof StaffLook>

/** Everyone may read who opened or changed their data. */
export const listLooksAtMe = defineCall({
  method: 'GET',
  path: '/api/v2/users/profile/looks/',
  summary: 'Which members of staff opened or changed your data, when and why',
  action: 'own_account.read',
  query: z.object({ before: z.optional(IdParam) }),
  reply: z.object({ looks: z.array(StaffLook).check(z.maxLength(MAX_PAGE_SIZE)), hasMore: z.boolean() }),
  errors: [],
})
