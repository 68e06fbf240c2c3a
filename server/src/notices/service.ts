import { NOTICES_A_PAGE } from '@saathi/contract/notices/calls'
import type { Ctx } from '#core/ctx.ts'
import { badInput, coreRefusal } from '#core/errors.ts'
import { deleteDevicesOfSignIn, deleteOtherDevices, lockOpenSignIn, upsertDevice } from './push/device-store.ts'
import { countUnread, findNotices, lockNotices, updateNoticesRead } from './notice-store.ts'
import { renderNotices } from './notice-templates.ts'
import { deviceName, looksLikeSubscription, readSubscription, serializeSubscription } from './push/subscription.ts'
import { pushUnread } from './notify-person.ts'

export async function listNotices(ctx: Ctx, before: number | undefined) {
  const { personId, language } = ctx.actor
  const rows = await findNotices(ctx.db, personId, { before, limit: NOTICES_A_PAGE + 1 })
  return {
    notices: await renderNotices(ctx.db, language, rows.slice(0, NOTICES_A_PAGE)),
    hasMore: rows.length > NOTICES_A_PAGE,
    unreadCount: await countUnread(ctx.db, personId),
  }
}

export async function readNotices(ctx: Ctx, upTo: number): Promise<{ unreadCount: number }> {
  const { personId } = ctx.actor
  await lockNotices(ctx.db, personId)
  await updateNoticesRead(ctx.db, personId, upTo, ctx.now())
  return { unreadCount: await pushUnread(ctx, personId) }
}

/** A browser has one registration; its previous one is obsolete. */
export async function registerDevice(ctx: Ctx, registrationId: string, hidesContent: boolean): Promise<void> {
  const { personId, sessionId: signInId } = ctx.actor
  const subscription = readSubscription(registrationId)
  if (!subscription && looksLikeSubscription(registrationId)) {
    throw badInput('notices.registration_refused')
  }
  if (!(await lockOpenSignIn(ctx.db, signInId))) throw coreRefusal('core.signed_out')
  const device = subscription
    ? { registrationId: serializeSubscription(subscription), name: deviceName(subscription), hidesContent }
    : { registrationId, name: registrationId, hidesContent }
  const registered = await upsertDevice(ctx.db, device, { personId, signInId }, ctx.now())
  await deleteOtherDevices(ctx.db, signInId, registered)
}

export async function forgetDevice(ctx: Ctx): Promise<void> {
  await deleteDevicesOfSignIn(ctx.db, ctx.actor.sessionId)
}
