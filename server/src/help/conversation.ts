import type { HelpMessage } from '@saathi/contract/help/entities'
import type { Ctx } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { findMessages, findMessageSent, insertMessage, type MessageRow, type NewMessage, updateCaseLastMessage } from './store.ts'

/** Number of messages in one reply. */
const PAGE_SIZE = 50

export async function readConversation({ db, actor }: Pick<Ctx, 'db' | 'actor'>, caseId: number, before: number | undefined) {
  // Fetch one more than is shown, to know whether there are more.
  const rows = await findMessages(db, caseId, before, PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE).toReversed()
  return { messages: shown.map((row) => showMessage(row, actor.language)), hasEarlier: rows.length > PAGE_SIZE }
}

/** The caller has locked the conversation, so that a message sent twice finds the first. */
export async function addMessage(ctx: Ctx, message: NewMessage): Promise<{ message: HelpMessage; isNew: boolean }> {
  const now = ctx.now()
  const id = await insertMessage(ctx.db, message, now)
  if (id !== null) await updateCaseLastMessage(ctx.db, message.caseId, !message.isFromStaff, now)
  const sent = await findMessageSent(ctx.db, message)
  return { message: showMessage(sent, ctx.actor.language), isNew: id !== null }
}

/** Staff are shown by first name only; people who have left have none. */
function showMessage({ senderFirstName, ...row }: MessageRow, language: string): HelpMessage {
  const nameOfStaff = () => senderFirstName ?? findText(language)('accounts.formerMember')
  return { ...row, senderName: row.isFromStaff ? nameOfStaff() : null, sentAt: row.sentAt.toISOString() }
}
