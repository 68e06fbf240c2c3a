import { can, findExperiences } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound } from '#core/errors.ts'
import { findCase, hasWrittenSince, type HelpCaseRow } from './store.ts'

/** The context an access check needs. */
export type Viewer = Pick<Ctx, 'db' | 'actor'>

export async function requireHelpOn({ db, actor }: Viewer): Promise<void> {
  const { chatStatus } = await findExperiences(db, actor.personId)
  if (chatStatus.helpCenter !== 'use') throw forbidden('help.off')
}

/** Staff may read and answer the conversations of their programmes; others get the same reply as for an unknown id. */
export async function requireCase({ db, actor }: Viewer, caseId: number): Promise<HelpCaseRow> {
  const found = await findCase(db, caseId)
  if (!found || !can(actor, 'staff.help', found.projectId)) throw notFound('help.case_not_found')
  return found
}

/** The caller has locked the conversation, so that nothing is written between this check and the next step. */
export async function requireNothingNew({ db }: Viewer, caseId: number, upTo: number): Promise<void> {
  if (await hasWrittenSince(db, caseId, upTo)) throw conflict('help.new_message')
}
