import type { LookKind, StaffLook } from '@saathi/contract/accounts/look-calls'
import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import type { Ctx } from '#core/ctx.ts'
import { displayName } from '../service.ts'
import { findActsAbout } from './store.ts'

/** The last part of a call's path decides the text of its act. */
const kinds: Readonly<Record<string, LookKind>> = {
  'GET people/:personId/': 'opened_page',
  'GET help/:id/': 'opened_help',
  'POST safety/cases/:id/reports/:reportId/window/': 'opened_report',
  'GET safety/cases/:id/unlocks/:unlockId/messages/': 'read_messages',
  'POST chat/held/:id/open/': 'read_messages',
  'POST chat/filter-rules/:id/samples/': 'read_messages',
  'POST help/:id/messages/': 'answered_help',
  'PUT help/:id/assignee/': 'assigned_help',
  'POST help/:id/close/': 'closed_help',
  'POST help/:id/reopen/': 'reopened_help',
  'GET people/:personId/answers/': 'opened_answers',
  'PUT people/:personId/answers/': 'corrected_answer',
  'GET mentorships/:id/': 'opened_pair',
  'POST mentorships/': 'changed_pair',
  'POST mentorships/:id/end/': 'changed_pair',
  'POST mentorships/:id/members/:userId/leave/': 'changed_pair',
  'POST mentorships/:id/steps/': 'changed_pair',
  'POST mentorships/:id/farewell/': 'changed_pair',
  'POST mentorships/:id/farewell/cancel/': 'changed_pair',
  'POST mentorships/:id/steps/:stepId/undo/': 'changed_pair',
  'POST mentorships/:id/requests/:requestId/answer/': 'changed_pair',
  'POST mentorships/:id/notes/': 'wrote_note',
  'POST chat/channels/:id/blackout/': 'paused_chat',
  'POST chat/channels/:id/members/:personId/': 'paused_chat',
  'POST people/:personId/notes/': 'wrote_note',
  'PUT people/:personId/disabled/': 'blocked',
  'PUT people/:personId/email/': 'changed_address',
  'PUT people/:personId/flags/': 'changed_features',
  'PUT matching/seekers/:personId/': 'changed_match',
  'PUT people/:personId/role/': 'changed_role',
  'POST imports/:runId/run/': 'changed_details',
  'PUT screening/:personId/checks/:kind/': 'checked',
  'POST screening/:personId/checks/:kind/file/': 'checked',
  'POST screening/:personId/checks/:kind/file/remove/': 'checked',
  'GET screening/:personId/checks/:kind/file/': 'opened_evidence',
  'PUT screening/:personId/approval/': 'checked',
  'POST people/:personId/invite/': 'invited',
  'POST people/:personId/sign-out/': 'signed_out',
  'PUT people/:personId/verified/': 'verified_address',
}
export const lookKindOf = (call: string): LookKind => kinds[call.replace('/api/v2/staff/', '')] ?? 'other'

/** Staff acts concerning a person, newest first. Names of colleagues who have left are hidden. */
export async function findLooks(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  personId: number,
  limit: number,
  before: number | null = null,
): Promise<StaffLook[]> {
  const rows = await findActsAbout(db, { personId, before, limit, now: now() })
  return rows.map(({ number, call, reason, at, firstName, lastName }) => ({
    id: number,
    by: firstName === null || lastName === null ? null : displayName({ firstName, lastName }),
    what: lookKindOf(call),
    reason,
    at: at.toISOString(),
  }))
}

/** Everyone sees the same list about themselves that staff see. */
export async function listLooksAtMe(ctx: Ctx, before: number | null) {
  const looks = await findLooks(ctx, ctx.actor.personId, MAX_PAGE_SIZE + 1, before)
  return { looks: looks.slice(0, MAX_PAGE_SIZE), hasMore: looks.length > MAX_PAGE_SIZE }
}
