import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob, withClockSlack } from '#core/jobs/define-job.ts'
import { hasLinkBetween } from '../codes/store.ts'
import { issueLink } from '../codes/verification.ts'
import { findInvited } from '../staff/store.ts'
import { countInvitedSince, findRowsToInvite, hasRowsToInvite, lockInvitations, updateInvited } from './invite-store.ts'

/** Limited, because mail servers block sudden bursts, and so that the help team can keep up with questions. */
const INVITATIONS_PER_MINUTE = 60
const MINUTE_MS = 60_000

/**
 * Invites the next people and continues a minute later. Mails and marks are in one transaction, so a crashed server invites
 * nobody twice. All imports share the rate.
 */
export const inviteJob = defineJob({
  name: 'accounts.invite_imported',
  payload: z.strictObject({}),
  retry: { limit: 20, delaySeconds: 10, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 60,
  work: async (ctx) => {
    await lockInvitations(ctx.db)
    const now = ctx.now()
    const sent = await countInvitedSince(ctx.db, new Date(now.getTime() - MINUTE_MS), now)
    const due = withClockSlack(now)
    const rows = await findRowsToInvite(ctx.db, due, Math.max(0, INVITATIONS_PER_MINUTE - sent))
    for (const { runId, number, personId } of rows) {
      await invite(ctx, personId)
      await updateInvited(ctx.db, { runId, number, at: now })
    }
    if (await hasRowsToInvite(ctx.db, due)) {
      await ctx.enqueue(inviteJob, {}, { runAt: new Date(now.getTime() + MINUTE_MS) })
    }
  },
})

/** Skips people whom staff have already invited by hand. */
async function invite(ctx: ListenerCtx, personId: number): Promise<void> {
  const person = await findInvited(ctx.db, personId)
  if (!person || (await hasLinkBetween(ctx.db, personId, [new Date(0), ctx.now()]))) return
  await issueLink(ctx, { personId, ...person })
}
