import type { AvailableIntegration, CalendarIntegration, CalendarProvider } from '@saathi/contract/calendar/entities'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { isSamePlace } from './caldav-discovery.ts'
import { feedUrlOf } from './feed.ts'
import type { Admitted } from './integration-connect.ts'
import * as store from './integration-store.ts'
import type { CalendarEngine } from './provider-engine.ts'
import { beginOfSync } from './sync-bring.ts'
import { syncJob } from './sync-jobs.ts'
import { countWaiting, deletePushes } from './sync-store.ts'
import { refuseSecond } from './second-refused.ts'

type Reading = Pick<Ctx, 'db' | 'now'>

/** One that is connected is shown though it be offered no more, so that it can be let go. */
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
  const { id, provider, email, state, syncedAt } = row
  const waiting = await countWaiting(ctx.db, row, beginOfSync(ctx.now()))
  return { id, provider, email, state, waiting, syncedAt: syncedAt?.toISOString() ?? null }
}

/**
 * One at a time. What no longer let us in gives way; the same calendar again keeps what is noted of it, also while it is
 * still being taken out: otherwise one job would bring what the other takes away.
 */
export async function connectCalendar(ctx: Ctx, engine: CalendarEngine, admitted: Admitted): Promise<CalendarIntegration> {
  const { personId } = ctx.actor
  const { secret, isRedeemed: _, ...made } = admitted
  const rows = await store.lockIntegrationsOf(ctx.db, personId)
  const current = rows.find(({ unlinkedAt }) => unlinkedAt === null)
  if (current && current.state !== 'revoked') return refuseSecond(ctx, engine, admitted)
  const same = rows.find(({ provider, email }) => provider === made.provider && email === made.email)
  if (current && current !== same) await store.deleteIntegration(ctx.db, current.id)

  const connected = { ...made, personId, sealedAccess: engine.sealSecret(personId, secret) }
  if (same) await store.updateConnectedAgain(ctx.db, same.id, connected, ctx.now())
  if (same && hasMoved(same.calendarUrl, made.calendarUrl)) await deletePushes(ctx.db, same.id)
  const id = same?.id ?? (await store.insertIntegration(ctx.db, connected, ctx.now()))
  const row = id === null ? null : await store.findIntegrationOf(ctx.db, personId)
  if (!row) return refuseSecond(ctx, engine, admitted)
  await ctx.enqueue(syncJob, { integrationId: row.id })
  tellOwnTabs(ctx)
  return show(ctx, row)
}

/** The place we knew is gone, and what stood there with it: it is brought to the new one. */
const hasMoved = (from: string | null, to: string | null): boolean => from !== null && to !== null && !isSamePlace(from, to)

export async function unlinkCalendar(
  ctx: Ctx,
  { provider, email }: { provider: CalendarProvider; email?: string | null | undefined },
): Promise<Record<string, never>> {
  const rows = await store.lockIntegrationsOf(ctx.db, ctx.actor.personId)
  const current = rows.find((row) => row.unlinkedAt === null && row.provider === provider && (email ?? row.email) === row.email)
  if (!current) throw notFound('calendar.not_connected', 'This calendar is not connected.')
  await store.updateUnlinked(ctx.db, current.id, ctx.now())
  await ctx.enqueue(syncJob, { integrationId: current.id })
  tellOwnTabs(ctx)
  return {}
}

const tellOwnTabs = (ctx: Ctx) => ctx.push({ to: [ctx.actor.personId], event: { type: 'calendar.integration_changed' } })
