import { findExperiences } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { findCase, hasAskedSince, type HelpCaseRow } from './store.ts'

/** All a door needs of the world. */
export type Asked = Pick<Ctx, 'db' | 'actor'>

export async function requireHelpOn({ db, actor }: Asked): Promise<void> {
  const { chatStatus } = await findExperiences(db, actor.personId)
  if (chatStatus.helpCenter !== 'use') throw forbidden('help.off', findText(actor.language)('answers.helpOff'))
}

/** Staff may read and answer everybody's; who may is said by the table of permissions. */
export async function requireCase({ db, actor }: Asked, caseId: number): Promise<HelpCaseRow> {
  const found = await findCase(db, caseId)
  if (!found) throw notFound('help.case_not_found', findText(actor.language)('answers.helpCaseNotFound'))
  return found
}

/** Whoever calls holds the conversation, so that nothing is written between this and what follows. */
export async function requireNothingNew({ db, actor }: Asked, caseId: number, upTo: number): Promise<void> {
  if (await hasAskedSince(db, caseId, upTo))
    throw conflict('help.new_message', findText(actor.language)('answers.helpNewMessage'))
}
