import { findPeopleAllowed } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { ListenerCtx } from '#core/events.ts'
import { notifyPerson } from '#notices/public.ts'
import type { Danger } from './danger/detect-danger.ts'
import { insertMessage, lockConcern, openOwnCase, updateCaseConcern, updateCaseSpoken } from './store.ts'

export type Concern = {
  personId: number
  /** The same however often it is raised. */
  key: string
  words: string
  danger: Danger
}

/** While a conversation is open the team is notified again after this long, however much is written in between. */
const ALERT_AGAIN_MS = 60 * 60_000

/**
 * Somebody may be in danger and has written so elsewhere: their conversation with the team is opened with what they wrote, where
 * they see it, too. Also where the help centre is off for them, because the team is not.
 */
export async function raiseConcern(ctx: ListenerCtx, { personId, key, words, danger }: Concern): Promise<void> {
  const now = ctx.now()
  const caseId = await openOwnCase(ctx.db, personId, now)
  const message = { caseId, senderId: personId, clientId: key, isFromStaff: false, body: words }
  if ((await insertMessage(ctx.db, message, now)) === null) return
  await updateCaseSpoken(ctx.db, caseId, true, now)
  await markConcern(ctx, { caseId, personId, danger })
  ctx.push({ to: [personId], event: { type: 'help.changed' } })
}

/** The caller holds the conversation. */
export async function markConcern(
  ctx: ListenerCtx,
  { caseId, personId, danger }: { caseId: number; personId: number; danger: Danger },
): Promise<void> {
  const now = ctx.now()
  const before = await lockConcern(ctx.db, caseId)
  const isGraver = danger.isUrgent && !before.isUrgent
  const concern = before.concern === null || danger.isUrgent ? danger.kind : before.concern
  const isDue = before.alertedAt === null || now.getTime() - before.alertedAt.getTime() >= ALERT_AGAIN_MS || isGraver
  const alertedAt = isDue ? now : before.alertedAt
  await updateCaseConcern(ctx.db, caseId, { concern, isUrgent: before.isUrgent || danger.isUrgent, alertedAt })
  if (isDue) await alertTeam(ctx, caseId, personId)
}

/** Everybody who may answer, in the product, on their devices and by mail, whatever the hour. The words stay in the product. */
async function alertTeam(ctx: ListenerCtx, caseId: number, personId: number): Promise<void> {
  const team = await findTeam(ctx.db, personId)
  for (const staffId of team) {
    await notifyPerson(ctx, {
      personId: staffId,
      kind: 'help',
      template: 'memberInDanger',
      values: {},
      onceKey: `danger ${caseId} ${ctx.now().toISOString()}`,
    })
  }
  if (team.length === 0) ctx.log.error({ caseId }, 'help: somebody may be in danger, and there is nobody to notify')
}

async function findTeam(db: Db, personId: number): Promise<number[]> {
  const team = await findPeopleAllowed(db, 'staff.help')
  return team.filter((id) => id !== personId)
}

/** Whether anybody would be notified of this person: without, nothing may be promised to them. */
export const hasTeamFor = async (db: Db, personId: number): Promise<boolean> => (await findTeam(db, personId)).length > 0
