import { randomUUID } from 'node:crypto'
import type { AvailableIntegration, CalendarIntegration, CalendarProvider } from '@saathi/contract/calendar/entities'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { CommittingRefusal } from '#core/serve.ts'
import { updateBusyAllowed } from '../busy/store.ts'
import { isSameCalendar } from '../providers/caldav-discovery.ts'
import { feedUrlOf } from '../feed/feed.ts'
import { type GrantedAccess, oneAtATime } from './connect.ts'
import type { Sealer } from './secret.ts'
import * as store from './store.ts'
import type { CalendarEngine } from '../providers/engine.ts'
import { removalJob } from '../sync/removal-job.ts'
import { insertRemoval, countWaiting, deletePushes } from '../sync/store.ts'
import { syncJob } from '../sync/jobs.ts'
import { syncStart } from '../sync/run.ts'

type Reading = Pick<Ctx, 'db' | 'now'>

/** A connected provider is listed even if it is no longer offered, so that it can be disconnected. */
export async function listIntegrations(ctx: Ctx, engine: CalendarEngine, secret: Uint8Array) {
  const { personId } = ctx.actor
  const connected = await store.findIntegrationOf(ctx.db, personId)
  const shown = connected && (await show(ctx, connected))
  const isOwn = (provider: CalendarProvider) => provider === connected?.provider
  const providers = [
    ...engine.offered,
    ...(connected && !engine.offered.includes(connected.provider) ? [connected.provider] : []),
  ]
  const integrations: AvailableIntegration[] = providers.map((provider) => ({
    provider,
    way: provider === 'apple' ? 'app_password' : 'oauth',
    integration: isOwn(provider) ? shown : null,
  }))
  return { integrations, feedUrl: await feedUrlOf(ctx, secret, personId) }
}

async function show(ctx: Reading, row: store.IntegrationRow): Promise<CalendarIntegration> {
  const { id, provider, email, state, syncedAt, busySince } = row
  const waiting = await countWaiting(ctx.db, row, syncStart(ctx.now()))
  return { id, provider, email, state, waiting, syncedAt: syncedAt?.toISOString() ?? null, usesBusyTimes: busySince !== null }
}

/**
 * One connection at a time. A revoked one is replaced. Reconnecting the same calendar keeps its sync state, even while its events
 * are being removed: otherwise two jobs would work against each other.
 */
export async function connectCalendar(ctx: Ctx, engine: CalendarEngine, granted: GrantedAccess): Promise<CalendarIntegration> {
  const { personId } = ctx.actor
  const { secret, isRedeemed: _, ...connection } = granted
  const rows = await store.lockIntegrationsOf(ctx.db, personId)
  const current = rows.find(({ unlinkedAt }) => unlinkedAt === null)
  if (current && current.state !== 'revoked') return refuseSecond(ctx, engine, granted)
  const same = rows.find(({ provider, email }) => provider === connection.provider && email === connection.email)
  if (current && current !== same) await store.deleteIntegration(ctx.db, current.id)

  const connected = { ...connection, personId, sealedAccess: engine.sealSecret(personId, secret) }
  if (same) await store.updateConnectedAgain(ctx.db, same.id, connected, ctx.now())
  if (same && hasMoved(same.calendarUrl, connection.calendarUrl)) await deletePushes(ctx.db, same.id)
  const id = same?.id ?? (await store.insertIntegration(ctx.db, connected, ctx.now()))
  const row = id === null ? null : await store.findIntegrationOf(ctx.db, personId)
  if (!row) return refuseSecond(ctx, engine, granted)
  await ctx.enqueue(syncJob, { integrationId: row.id })
  publishIntegrationChanged(ctx)
  return show(ctx, row)
}

/** The stored calendar is gone with its events: sync everything to the new one. */
const hasMoved = (from: string | null, to: string | null): boolean => from !== null && to !== null && !isSameCalendar(from, to)

export async function unlinkCalendar(
  ctx: Ctx,
  { provider, email }: { provider: CalendarProvider; email?: string | null | undefined },
): Promise<Record<string, never>> {
  const rows = await store.lockIntegrationsOf(ctx.db, ctx.actor.personId)
  const current = rows.find((row) => row.unlinkedAt === null && row.provider === provider && (email ?? row.email) === row.email)
  if (!current) throw notFound('calendar.not_connected')
  await store.updateUnlinked(ctx.db, current.id, ctx.now())
  await updateBusyAllowed(ctx.db, current.id, null)
  await ctx.enqueue(syncJob, { integrationId: current.id })
  publishIntegrationChanged(ctx)
  return {}
}

/** Whether we may read when the caller is busy in their calendar. Off until they turn it on. */
export async function saveBusyAllowed(ctx: Ctx, isOn: boolean): Promise<CalendarIntegration> {
  const rows = await store.lockIntegrationsOf(ctx.db, ctx.actor.personId)
  const current = rows.find(({ unlinkedAt }) => unlinkedAt === null)
  if (!current) throw notFound('calendar.not_connected')
  if (isOn === (current.busySince !== null)) return show(ctx, current)
  const busySince = isOn ? ctx.now() : null
  await updateBusyAllowed(ctx.db, current.id, busySince)
  if (isOn) await ctx.enqueue(syncJob, { integrationId: current.id })
  publishIntegrationChanged(ctx)
  return show(ctx, { ...current, busySince })
}

const publishIntegrationChanged = (ctx: Ctx) =>
  ctx.push({ to: [ctx.actor.personId], event: { type: 'calendar.integration_changed' } })

/** If two are connected at the same moment, one is refused. If we redeemed a token for that one, revoke it. */
async function refuseSecond(ctx: ListenerCtx, sealer: Sealer, granted: GrantedAccess): Promise<never> {
  const { provider, email, secret, calendarUrl, isRedeemed } = granted
  const refusal = oneAtATime()
  if (!isRedeemed) throw refusal
  const id = randomUUID()
  const sealed = sealer.sealRemoval(id, { email, secret, calendarUrl, names: [] })
  await insertRemoval(ctx.db, { id, provider, sealed, requestedAt: ctx.now() })
  await ctx.enqueue(removalJob, { partingId: id })
  throw new CommittingRefusal(refusal.status, refusal.code)
}
