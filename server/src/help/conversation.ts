import type { HelpMessage } from '@saathi/contract/help/entities'
import type { Ctx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { findMessages, findMessageSent, insertMessage, type MessageRow, type NewMessage, updateCaseSpoken } from './store.ts'

/** As many as one reply holds. */
const AT_ONCE = 50

export async function readConversation({ db, actor }: Pick<Ctx, 'db' | 'actor'>, caseId: number, before: number | undefined) {
  // One more than is shown says whether there are more.
  const rows = await findMessages(db, caseId, before, AT_ONCE + 1)
  const shown = rows.slice(0, AT_ONCE).toReversed()
  return { messages: shown.map((row) => showMessage(row, actor.language)), hasEarlier: rows.length > AT_ONCE }
}

/** Whoever calls holds the conversation, so that a message sent twice finds the first. */
export async function say(ctx: Ctx, message: NewMessage): Promise<{ message: HelpMessage; isNew: boolean }> {
  const now = ctx.now()
  const id = await insertMessage(ctx.db, message, now)
  if (id !== null) await updateCaseSpoken(ctx.db, message.caseId, !message.isFromStaff, now)
  const sent = await findMessageSent(ctx.db, message)
  return { message: showMessage(sent, ctx.actor.language), isNew: id !== null }
}

/** Of the team the first name is enough, and whoever has left has none. */
function showMessage({ senderFirstName, ...row }: MessageRow, language: string): HelpMessage {
  const nameOfStaff = () => senderFirstName ?? findText(language)('accounts.formerMember')
  return { ...row, senderName: row.isFromStaff ? nameOfStaff() : null, sentAt: row.sentAt.toISOString() }
}
