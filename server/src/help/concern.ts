import type { ListenerCtx } from '#core/events.ts'
import { insertMessage, openOwnCase, updateCaseSpoken } from './store.ts'

export type Concern = {
  personId: number
  /** The same however often it is raised. */
  key: string
  words: string
}

/**
 * Somebody may be in danger and has said so elsewhere: their conversation with the team is opened with what they said, where
 * they see it, too. Also where the help centre is off for them, because the team is not.
 */
export async function raiseConcern(ctx: ListenerCtx, { personId, key, words }: Concern): Promise<void> {
  const now = ctx.now()
  const caseId = await openOwnCase(ctx.db, personId, now)
  const message = { caseId, senderId: personId, clientId: key, isFromStaff: false, body: words }
  if ((await insertMessage(ctx.db, message, now)) === null) return
  await updateCaseSpoken(ctx.db, caseId, true, now)
  ctx.push({ to: [personId], event: { type: 'help.changed' } })
}
