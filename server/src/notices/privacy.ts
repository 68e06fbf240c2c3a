import type { ListenerCtx } from '#core/ctx.ts'
import { deleteDevicesOf, findDevices } from './push/device-store.ts'
import { deleteNoticesOf, findChoices, findNotices } from './notice-store.ts'
import { renderNotices } from './notice-templates.ts'
import { deleteMailTo, findAddress } from './store.ts'
import { findQuietHours } from './waiting-store.ts'

/**
 * All notices, in the person's language. Device registrations are left out: anyone who has one could send to that
 * device.
 */
export async function exportFor(ctx: ListenerCtx, personId: number) {
  const language = (await findAddress(ctx.db, personId))?.language ?? 'en'
  const rows = await findNotices(ctx.db, personId, {})
  const devices = await findDevices(ctx.db, personId)
  return {
    notices: await renderNotices(ctx.db, language, rows),
    choices: await findChoices(ctx.db, personId),
    quietHours: await findQuietHours(ctx.db, personId),
    devices: devices.map(({ type, registeredAt }) => ({ type, registeredAt: registeredAt.toISOString() })),
  }
}

export async function eraseFor(ctx: ListenerCtx, personId: number): Promise<void> {
  await deleteNoticesOf(ctx.db, personId)
  await deleteDevicesOf(ctx.db, personId)
  const person = await findAddress(ctx.db, personId)
  if (person) await deleteMailTo(ctx.db, person.email)
}
