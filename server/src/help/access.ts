import { can, findExperiences, rolesThatMay } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound } from '#core/errors.ts'
import { findCase, hasColleagueRepliedSince, type HelpCaseRow, type Team } from './case-store.ts'
import { hasWrittenSince } from './store.ts'

/** The context an access check needs. */
export type Viewer = Pick<Ctx, 'db' | 'actor'>

export async function requireHelpOn({ db, actor }: Viewer): Promise<void> {
  const { chatStatus } = await findExperiences(db, actor.personId)
  if (chatStatus.helpCenter !== 'use') throw forbidden('help.off')
}

export const teamAt = (now: Date): Team => ({ roles: rolesThatMay('staff.help'), now })

/** Staff may read and answer the conversations of their programmes; others get the same reply as for an unknown id. */
export async function requireCase({ db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>, caseId: number): Promise<HelpCaseRow> {
  const found = await findCase(db, teamAt(now()), caseId)
  if (!found || !can(actor, 'staff.help', found.projectId)) throw notFound('help.case_not_found')
  return found
}

/** The caller has locked the conversation, so that nothing is written between this check and the next step. */
export async function requireNothingNew({ db }: Viewer, caseId: number, upTo: number): Promise<void> {
  if (await hasWrittenSince(db, caseId, upTo)) throw conflict('help.new_message')
}

/** If two colleagues reply at once, the second sees the first reply before sending theirs. */
export async function requireNoOtherReply({ db, actor }: Viewer, caseId: number, readUpTo: number): Promise<void> {
  const isReplied = await hasColleagueRepliedSince(db, { caseId, readUpTo, readerId: actor.personId })
  if (isReplied) throw conflict('help.colleague_replied')
}
