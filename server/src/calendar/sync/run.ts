import type { Span } from '@saathi/contract/calendar/spans'
import { DAY_MS } from '@saathi/contract/core/time'
import type { JobTools } from '#core/jobs/define-job.ts'
import { revokeToken, isFinalFailure, openAccess } from '../integration/access.ts'
import { type IcsEvent, icsEventOf } from '../ics.ts'
import { isSameCalendar } from '../providers/caldav-discovery.ts'
import type { Secret } from '../integration/secret.ts'
import { fetchBusyTimes } from '../busy/fetch.ts'
import { findIntegration, type IntegrationRow } from '../integration/store.ts'
import { type PersonalCalendar, ProviderFailure } from '../providers/provider.ts'
import { claimIntegration, findClaim, releaseSynced, releaseClaim, updateClaim } from './claim-store.ts'
import * as store from './store.ts'

/** `retryTurn`: set for the job that retries with growing delays until the provider is back. Only the newest one continues. */
export type SyncPayload = { integrationId: number; retryTurn?: number | undefined }

/** Longer than one event can take: a few replies of ten seconds each. */
const CLAIM_MS = 90_000
/** The rest continues in another job, so that the duration of a run is limited. */
const RUN_LIMIT_MS = 100_000
const BATCH_SIZE = 100
/** Not a version of any event: the push was started but not confirmed. */
const UNCONFIRMED = 0
/** Renew tokens that would expire during the request. */
const RENEW_BEFORE_MS = 60_000

export type SyncResult =
  /** The connection is gone, or waits to be reconnected. */
  | { kind: 'nothing' }
  /** Another job holds the claim, or the provider asked us to wait. */
  | { kind: 'later'; until: Date }
  | { kind: 'synced'; integration: IntegrationRow; changes: number; isMore: boolean; busy: Span[] | null }
  /** All events were removed, or the removal was given up. */
  | { kind: 'removed' }
  | { kind: 'failed'; integration: IntegrationRow; failure: ProviderFailure }

type Run = JobTools & {
  id: number
  claim: Date
  changes: number
  /** Events refused by the provider in this run. */
  refused: Set<number>
  hasMoved: boolean
  /** The busy times that were read; null if they were not. */
  busy: Span[] | null
  timeLimit: AbortSignal
}

/** Includes yesterday, so that events in progress are synced. */
export const syncStart = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/**
 * Compares the personal calendar with the target state and applies the difference, storing each step when it is done. There is no
 * transaction: any step may be the last, and the next attempt continues from there.
 */
export async function runSync(tools: JobTools, { integrationId: id, retryTurn }: SyncPayload): Promise<SyncResult> {
  const { db, now } = tools
  const before = await findIntegration(db, id)
  // A newer retry job has taken over.
  if (!before || (retryTurn !== undefined && retryTurn !== before.retryTurn)) return { kind: 'nothing' }
  if (before.notBefore !== null && before.notBefore > now()) return { kind: 'later', until: before.notBefore }
  const claim = new Date(now().getTime() + CLAIM_MS)
  if (!(await claimIntegration(db, id, now(), claim))) {
    // The claim may have just been released after a failure: then retry immediately.
    return { kind: 'later', until: (await findClaim(db, id)) ?? now() }
  }
  const timeLimit = AbortSignal.timeout(RUN_LIMIT_MS)
  const run: Run = { ...tools, id, claim, changes: 0, refused: new Set(), hasMoved: false, busy: null, timeLimit }
  try {
    return await syncUntilDone(run)
  } finally {
    await releaseClaim(db, id, run.claim)
  }
}

async function syncUntilDone(run: Run): Promise<SyncResult> {
  for (;;) {
    await extendClaim(run)
    const integration = await findIntegration(run.db, run.id)
    if (!integration || (integration.state === 'revoked' && integration.unlinkedAt === null)) return { kind: 'nothing' }
    try {
      const isMore = await syncOnce(run, integration)
      if (isMore && !run.timeLimit.aborted) continue
      // If everything is refused, the problem is not a single event: treat it as an outage, so that the owner sees it. Removals
      // are retried until their time limit.
      if (run.refused.size > 0 && (run.changes === 0 || integration.unlinkedAt !== null))
        throw new ProviderFailure('down', 'All events were refused')
      if (isMore) return { kind: 'synced', integration, changes: run.changes, isMore, busy: run.busy }
      await extendClaim(run)
      run.busy ??= await fetchBusyTimes(run, integration, () => openCalendar(run, integration))
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const { unlinkedAt } = integration
      if (unlinkedAt === null || !isFinalFailure(error, unlinkedAt, run.now()))
        return { kind: 'failed', integration, failure: error }
      run.log.warn({ integration: run.id, reason: error.message }, 'calendar: synced events could not be removed')
      return finishRemoval(run, integration)
    }
    // Otherwise something changed during the run, and its job found the claim taken: run again.
    if (await releaseSynced(run.db, run.id, run.claim, integration.syncRequests, run.now())) {
      if (integration.unlinkedAt === null) {
        return { kind: 'synced', integration, changes: run.changes, isMore: false, busy: run.busy }
      }
      return finishRemoval(run, integration)
    }
    run.refused.clear()
  }
}

/** One pass. True if there is more to do and continuing makes sense. */
async function syncOnce(run: Run, integration: IntegrationRow): Promise<boolean> {
  const { db, now, engines } = run
  const doneBefore = run.changes + run.refused.size
  const page = { limit: BATCH_SIZE, without: run.refused }
  const toRemove = await store.findToRemove(db, integration, page)
  const toPush = integration.unlinkedAt === null ? await store.findToPush(db, integration, syncStart(now()), page) : []
  if (toRemove.length + toPush.length === 0) return false
  const calendar = await openCalendar(run, integration)

  for (const { eventId, storedName } of toRemove) {
    await runStep(run, eventId, async () => {
      await calendar.remove(storedName)
      await store.deletePush(db, run.id, eventId)
    })
  }
  for (const { eventId, storedName, version, ...event } of toPush) {
    const push = { eventId, storedName, version }
    await runStep(run, eventId, () =>
      putAndStore(run, calendar, push, icsEventOf(engines.calendars.linkTo, { ...event, version })),
    )
  }
  const isMore = toRemove.length === BATCH_SIZE || toPush.length === BATCH_SIZE || run.hasMoved || run.timeLimit.aborted
  run.hasMoved = false
  // If the time limit hits before the first event, nothing was done and everything remains.
  return run.timeLimit.aborted || (isMore && run.changes + run.refused.size > doneBefore)
}

type Push = { eventId: number; storedName: string | null; version: number }

/** Stored as unconfirmed before the request: if the provider succeeds but we never hear of it, the event can still be removed. */
async function putAndStore(run: Run, calendar: PersonalCalendar, push: Push, event: IcsEvent): Promise<void> {
  const { db, id: integrationId } = run
  const { eventId, storedName: lastName, version } = push
  const storePush = (storedName: string, as: number) => store.upsertPush(db, { integrationId, eventId, storedName, version: as })
  if (lastName === null && !(await storePush(calendar.nameFor(event), UNCONFIRMED))) return
  try {
    const storedName = await calendar.put(event, lastName)
    // The owner deleted their account just now, and nobody else would remove the event.
    if (!(await storePush(storedName, version))) await calendar.remove(storedName)
  } catch (error) {
    // The event was not created, unless it existed before.
    const isRefused = error instanceof ProviderFailure && error.kind === 'refused'
    if (isRefused && lastName === null) await store.deletePush(db, integrationId, eventId)
    throw error
  }
}

/** A refused event must not block the others; it is logged without its content. */
async function runStep(run: Run, eventId: number, work: () => Promise<void>): Promise<void> {
  if (run.timeLimit.aborted) return
  await extendClaim(run)
  try {
    await work()
    run.changes += 1
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error
    run.refused.add(eventId)
    run.log.warn({ integration: run.id, event: eventId, reason: error.message }, 'calendar: an event was refused')
  }
}

/** After losing the claim we must not write: two concurrent runs could leave an outdated event behind. */
async function extendClaim(run: Run): Promise<void> {
  const until = new Date(run.now().getTime() + CLAIM_MS)
  if (!(await updateClaim(run.db, run.id, { from: run.claim, until }))) throw new Error('The claim on the calendar was lost.')
  run.claim = until
}

async function openCalendar(run: Run, integration: IntegrationRow): Promise<PersonalCalendar> {
  const { db, now, id } = run
  const { calendars } = run.engines
  const { personId, provider, email, calendarUrl, expiresAt } = integration
  let sealed = integration.sealedAccess
  const secret = readSecret(run, integration)
  if (secret === null) throw new ProviderFailure('revoked', 'The credentials cannot be decrypted')
  const access = openAccess({
    secret,
    email,
    client: calendars.clientOf(provider),
    keep: async (newer, seconds) => {
      const next = calendars.sealSecret(personId, newer)
      const until = seconds === null ? null : new Date(now().getTime() + seconds * 1000)
      await store.updateAccess(db, id, sealed, { sealedAccess: next, expiresAt: until })
      sealed = next
    },
  })
  const isStale = expiresAt !== null && expiresAt.getTime() <= now().getTime() + RENEW_BEFORE_MS
  if (isStale && 'refreshToken' in secret && secret.refreshToken !== null) await access.renew()
  const storeCalendarUrl = async (found: string) => {
    await store.updateCalendarUrl(db, id, found)
    if (calendarUrl === null || isSameCalendar(calendarUrl, found)) return
    // The old calendar is gone with its events: sync them to the new one.
    await store.deletePushes(db, id)
    run.hasMoved = true
  }
  try {
    return await calendars.open(provider, access, { calendarUrl, storeCalendarUrl, now })
  } catch (error) {
    // If the whole calendar is refused, it is not about one event: treat it as an outage.
    if (error instanceof ProviderFailure && error.kind === 'refused') throw new ProviderFailure('down', error.message)
    throw error
  }
}

/** Null if it was sealed with another server secret: the person must reconnect. */
function readSecret({ engines }: Run, { personId, sealedAccess }: IntegrationRow): Secret | null {
  try {
    return engines.calendars.openSecret(personId, sealedAccess)
  } catch {
    return null
  }
}

/** Uses the current token, which may have been renewed during the run. */
async function finishRemoval(run: Run, { provider, email }: IntegrationRow): Promise<SyncResult> {
  const integration = await findIntegration(run.db, run.id)
  const secret = integration && readSecret(run, integration)
  if (secret) await revokeToken(run, { provider, email, secret })
  return { kind: 'removed' }
}
