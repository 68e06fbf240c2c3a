import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob, withClockSlack } from '#core/jobs/define-job.ts'
import { hasLinkBetween } from '../codes/store.ts'
import { issueLink } from '../codes/verification.ts'
import { findInvited } from '../staff/store.ts'
import { countInvitedSince, findRowsToInvite, hasRowsToInvite, lockInvitations, updateInvited } from './invite-store.ts'

/** Mail servers block senders that suddenly send much, and the help inbox should be able to follow. */
const INVITATIONS_PER_MINUTE = 60
const MINUTE_MS = 60_000

/**
 * Invites the next people and goes on a minute later. Mails and marks are one transaction, so a server that dies repeats nobody.
 * Several imports share the pace.
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

/** Not again if staff have already done it by hand. */
async function invite(ctx: ListenerCtx, personId: number): Promise<void> {
  const person = await findInvited(ctx.db, personId)
  if (!person || (await hasLinkBetween(ctx.db, personId, [new Date(0), ctx.now()]))) return
  await issueLink(ctx, { personId, ...person })
}
