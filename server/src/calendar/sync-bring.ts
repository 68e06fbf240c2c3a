import { DAY_MS } from '@saathi/contract/core/india-day'
import type { JobTools } from '#core/jobs/define-job.ts'
import { giveBack, isOver } from './giving-back.ts'
import type { IcsEvent } from './ics.ts'
import { icsEventOf } from './ics-event.ts'
import { isSamePlace } from './caldav-discovery.ts'
import { openAccess } from './integration-opening.ts'
import type { Secret } from './integration-secret.ts'
import { findIntegration, type IntegrationRow } from './integration-store.ts'
import { type PersonalCalendar, ProviderFailure } from './provider.ts'
import { claimIntegration, findClaim, releaseBrought, releaseClaim, updateClaim } from './sync-claim-store.ts'
import type { SyncOrder } from './sync-settle.ts'
import * as store from './sync-store.ts'

/** Longer than one event can take: a few answers of ten seconds each. */
const CLAIM_MS = 90_000
/** What is left then goes on in another job, so that no attempt grows with what somebody has planned. */
const ENOUGH_MS = 100_000
const AT_ONCE = 100
/** No event has this version: what was begun to be brought, and of which we have heard nothing yet. */
const UNHEARD = 0
/** A token that ends while it is on its way is as good as none. */
const RENEW_BEFORE_MS = 60_000

export type Outcome =
  /** It is gone, or there is nothing to be done until it is connected anew. */
  | { kind: 'nothing' }
  /** Somebody else brings it, whose claim is over by then if they end in the middle; or the provider wants to be left alone. */
  | { kind: 'later'; until: Date }
  | { kind: 'brought'; integration: IntegrationRow; changes: number; isMore: boolean }
  /** Or given up: nothing more is to be done there. */
  | { kind: 'taken_out' }
  | { kind: 'failed'; integration: IntegrationRow; failure: ProviderFailure }

type Run = JobTools & {
  id: number
  claim: Date
  changes: number
  /** Which events the provider did not want, in this turn. */
  refused: Set<number>
  hasMoved: boolean
  enough: AbortSignal
}

/** From yesterday on: what is over need not be told to a calendar, and what is going on must be. */
export const beginOfSync = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/**
 * Compares what stands in a personal calendar with what should and brings the difference, each noted as soon as it is done.
 * Nothing here is in a transaction: every step may be the last, and the next attempt goes on from there.
 */
export async function bring(tools: JobTools, { integrationId: id, retryTurn }: SyncOrder): Promise<Outcome> {
  const { db, now } = tools
  const before = await findIntegration(db, id)
  // Somebody else goes on trying by now.
  if (!before || (retryTurn !== undefined && retryTurn !== before.retryTurn)) return { kind: 'nothing' }
  if (before.notBefore !== null && before.notBefore > now()) return { kind: 'later', until: before.notBefore }
  const claim = new Date(now().getTime() + CLAIM_MS)
  if (!(await claimIntegration(db, id, now(), claim))) {
    // Who let go of it this very moment may have done so because it failed: then this one goes on at once.
    return { kind: 'later', until: (await findClaim(db, id)) ?? now() }
  }
  const enough = AbortSignal.timeout(ENOUGH_MS)
  const run: Run = { ...tools, id, claim, changes: 0, refused: new Set(), hasMoved: false, enough }
  try {
    return await bringAll(run)
  } finally {
    await releaseClaim(db, id, run.claim)
  }
}

async function bringAll(run: Run): Promise<Outcome> {
  for (;;) {
    await keepClaim(run)
    const integration = await findIntegration(run.db, run.id)
    if (!integration || (integration.state === 'revoked' && integration.unlinkedAt === null)) return { kind: 'nothing' }
    try {
      const isMore = await bringOnce(run, integration)
      if (isMore && !run.enough.aborted) continue
      // It is not about one event that nothing at all is wanted; that may pass, and its owner is to see it. What is to be taken
      // out is tried for as long as it may be.
      if (run.refused.size > 0 && (run.changes === 0 || integration.unlinkedAt !== null))
        throw new ProviderFailure('down', 'Everything was refused')
      if (isMore) return { kind: 'brought', integration, changes: run.changes, isMore }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const { unlinkedAt } = integration
      if (unlinkedAt === null || !isOver(error, unlinkedAt, run.now())) return { kind: 'failed', integration, failure: error }
      run.log.warn({ integration: run.id, said: error.message }, 'calendar: what was brought could not be taken out')
      return letGo(run, integration)
    }
    // Otherwise somebody changed something meanwhile, and whoever was to bring it has found it claimed.
    if (await releaseBrought(run.db, run.id, run.claim, integration.wanted, run.now())) {
      if (integration.unlinkedAt === null) return { kind: 'brought', integration, changes: run.changes, isMore: false }
      return letGo(run, integration)
    }
    run.refused.clear()
  }
}

/** Once through what is to be done. True when there is more, and it is worth going on. */
async function bringOnce(run: Run, integration: IntegrationRow): Promise<boolean> {
  const { db, now, engines } = run
  const doneBefore = run.changes + run.refused.size
  const page = { limit: AT_ONCE, without: run.refused }
  const out = await store.findToTakeOut(db, integration, page)
  const into = integration.unlinkedAt === null ? await store.findToBring(db, integration, beginOfSync(now()), page) : []
  if (out.length + into.length === 0) return false
  const calendar = await openCalendar(run, integration)

  for (const { eventId, knownAs } of out) {
    await step(run, eventId, async () => {
      await calendar.remove(knownAs)
      await store.deletePush(db, run.id, eventId)
    })
  }
  for (const { eventId, knownAs, version, ...event } of into) {
    const push = { eventId, knownAs, version }
    await step(run, eventId, () => putNoted(run, calendar, push, icsEventOf(engines.calendars.linkTo, { ...event, version })))
  }
  const isMore = out.length === AT_ONCE || into.length === AT_ONCE || run.hasMoved || run.enough.aborted
  run.hasMoved = false
  // When time is up before the first of a page, nothing was done and everything is left.
  return run.enough.aborted || (isMore && run.changes + run.refused.size > doneBefore)
}

type Push = { eventId: number; knownAs: string | null; version: number }

/**
 * Noted before it is brought, as one of which nothing is known to stand there: should the provider do it and we not hear of it, it
 * can still be taken out again.
 */
async function putNoted(run: Run, calendar: PersonalCalendar, push: Push, event: IcsEvent): Promise<void> {
  const { db, id: integrationId } = run
  const { eventId, knownAs: lastName, version } = push
  const note = (knownAs: string, as: number) => store.upsertPush(db, { integrationId, eventId, knownAs, version: as })
  if (lastName === null && !(await note(calendar.nameFor(event), UNHEARD))) return
  try {
    const knownAs = await calendar.put(event, lastName)
    // Its owner has left Saathi this very moment, and nobody else would ever take it out.
    if (!(await note(knownAs, version))) await calendar.remove(knownAs)
  } catch (error) {
    // Then nothing stands there, unless it did before.
    const isRefused = error instanceof ProviderFailure && error.kind === 'refused'
    if (isRefused && lastName === null) await store.deletePush(db, integrationId, eventId)
    throw error
  }
}

/** One that the provider does not want holds up none of the others, and is told without its words. */
async function step(run: Run, eventId: number, work: () => Promise<void>): Promise<void> {
  if (run.enough.aborted) return
  await keepClaim(run)
  try {
    await work()
    run.changes += 1
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error
    run.refused.add(eventId)
    run.log.warn({ integration: run.id, event: eventId, said: error.message }, 'calendar: an event was refused')
  }
}

/** Whoever has lost it must not write on: two at once could leave the older words of an event behind. */
async function keepClaim(run: Run): Promise<void> {
  const until = new Date(run.now().getTime() + CLAIM_MS)
  if (!(await updateClaim(run.db, run.id, { from: run.claim, until }))) throw new Error('The calendar is in other hands by now.')
  run.claim = until
}

async function openCalendar(run: Run, integration: IntegrationRow): Promise<PersonalCalendar> {
  const { db, now, id } = run
  const { calendars } = run.engines
  const { personId, provider, email, calendarUrl, expiresAt } = integration
  let sealed = integration.sealedAccess
  const secret = readSecret(run, integration)
  if (secret === null) throw new ProviderFailure('revoked', 'What opens the calendar cannot be read')
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
  const keepPlace = async (found: string) => {
    await store.updatePlace(db, id, found)
    if (calendarUrl === null || isSamePlace(calendarUrl, found)) return
    // What stood in the old one is gone with it, and is brought to the new one.
    await store.deletePushes(db, id)
    run.hasMoved = true
  }
  try {
    return await calendars.open(provider, access, { calendarUrl, keepPlace, now })
  } catch (error) {
    // It is not about one event that the whole calendar is refused; that may pass.
    if (error instanceof ProviderFailure && error.kind === 'refused') throw new ProviderFailure('down', error.message)
    throw error
  }
}

/** What was sealed with another secret of the server is lost: only connecting anew helps. */
function readSecret({ engines }: Run, { personId, sealedAccess }: IntegrationRow): Secret | null {
  try {
    return engines.calendars.openSecret(personId, sealedAccess)
  } catch {
    return null
  }
}

/** With the token as it is by now: it may have been renewed on the way. */
async function letGo(run: Run, { provider, email }: IntegrationRow): Promise<Outcome> {
  const integration = await findIntegration(run.db, run.id)
  const secret = integration && readSecret(run, integration)
  if (secret) await giveBack(run, { provider, email, secret })
  return { kind: 'taken_out' }
}
