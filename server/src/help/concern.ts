import { HOUR_MS } from '@saathi/contract/core/time'
import { findTeamFor } from '#accounts/public.ts'
import type { Db, ListenerCtx } from '#core/ctx.ts'
import { notifyPerson } from '#notices/public.ts'
import type { Danger } from './danger/detect-danger.ts'
import { insertMessage, lockConcern, openOwnCase, updateCaseConcern, updateCaseLastMessage } from './store.ts'

export type Concern = {
  personId: number
  /** Stays the same when a call is repeated. */
  key: string
  words: string
  danger: Danger
}

/** While a conversation is open the team is notified again after this time, however much is written in between. */
const ALERT_AGAIN_MS = HOUR_MS

/**
 * For a person who may be in danger and wrote about it elsewhere: adds the message to their conversation with the team, where
 * they see it too. Works even if the help centre is off for them.
 */
export async function raiseConcern(ctx: ListenerCtx, { personId, key, words, danger }: Concern): Promise<void> {
  const now = ctx.now()
  const caseId = await openOwnCase(ctx.db, personId, now)
  const message = { caseId, senderId: personId, clientId: key, isFromStaff: false, body: words }
  if ((await insertMessage(ctx.db, message, now)) === null) return
  await updateCaseLastMessage(ctx.db, caseId, true, now)
  await markConcern(ctx, { caseId, personId, danger, words })
  ctx.push({ to: [personId], event: { type: 'help.changed' } })
  await publishCaseChanged(ctx, caseId, personId)
}

/** Makes the inboxes of everyone who may answer refetch the conversation. */
export async function publishCaseChanged(ctx: ListenerCtx, caseId: number, personId: number): Promise<void> {
  const team = await findTeamFor(ctx.db, 'staff.help', { personId, now: ctx.now() })
  if (team.length > 0) ctx.push({ to: team, event: { type: 'help.case_changed', case: caseId } })
}

/** The caller has locked the conversation. */
export async function markConcern(
  ctx: ListenerCtx,
  { caseId, personId, danger, words }: { caseId: number; personId: number; danger: Danger; words: string },
): Promise<void> {
  const now = ctx.now()
  const before = await lockConcern(ctx.db, caseId)
  const isGraver = danger.isUrgent && !before.isUrgent
  const concern = before.concern === null || danger.isUrgent ? danger.kind : before.concern
  const isDue = before.alertedAt === null || now.getTime() - before.alertedAt.getTime() >= ALERT_AGAIN_MS || isGraver
  const alertedAt = isDue ? now : before.alertedAt
  await updateCaseConcern(ctx.db, caseId, { concern, isUrgent: before.isUrgent || danger.isUrgent, alertedAt })
  const notified = isDue ? await alertTeam(ctx, caseId, personId) : []
  await ctx.raise({ type: 'help.concern_raised', personId, danger: danger.kind, words, notified })
}

/**
 * Notifies everybody who may answer, in the product, on devices and by mail, at any hour. The message itself stays in
 * the product.
 */
async function alertTeam(ctx: ListenerCtx, caseId: number, personId: number): Promise<readonly number[]> {
  const team = await findTeamFor(ctx.db, 'staff.help', { personId, now: ctx.now() })
  for (const staffId of team) {
    await notifyPerson(ctx, {
      personId: staffId,
      kind: 'help',
      template: 'memberInDanger',
      values: {},
      link: `/staff/help/${caseId}`,
      onceKey: `danger ${caseId} ${ctx.now().toISOString()}`,
    })
  }
  if (team.length === 0) ctx.log.error({ caseId }, 'help: a person may be in danger and nobody can be notified')
  return team
}

/** Whether anybody would be notified about this person. If not, nothing may be promised to them. */
export const hasTeamFor = async (db: Db, personId: number, now: Date): Promise<boolean> =>
  (await findTeamFor(db, 'staff.help', { personId, now })).length > 0
