import { MINUTE_MS } from '@saathi/contract/core/time'
import type { Case, Evidence } from '@saathi/contract/safety/case-entities'
import { UNLOCK_MINUTES } from '@saathi/contract/safety/entities'
import { findAfter, findPage, type MessageRow } from '#chat/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { notifyPerson } from '#notices/public.ts'
import { lockOpenCase, lockOwnCase, requireCase } from './access.ts'
import { findDeskOf, publishCaseChanged } from './alerts.ts'
import { findCase } from './case-store.ts'
import { appendEvent } from './chronology-store.ts'
import { findEvidence, findPeopleIn } from './evidence-store.ts'
import { findMembersOf, findPeople, findReportedMessage } from './person-store.ts'
import { findReport } from './report-store.ts'
import { showCase } from './show-case.ts'
import { copyMessages } from './things.ts'
import { findUnlock, findUnlocks, insertUnlock, type UnlockRecord, updateUnlock } from './work-store.ts'

/** The people whose messages or reports are shown. */
export async function findLookedAt(db: Db, caseId: number, reportId: number): Promise<number[]> {
  const report = await findReport(db, reportId)
  if (report?.caseId !== caseId) return []
  return [
    ...new Set([report.reporterId, ...(report.aboutId === null ? [] : [report.aboutId]), ...(await findPeopleIn(db, reportId))]),
  ]
}

/** Opens the reported messages without a second person; the reason is part of the recorded act. */
export async function openWindow(
  ctx: Ctx,
  { id, reportId }: { id: number; reportId: number },
  reason: string,
): Promise<Evidence> {
  await lockOwnCase(ctx, id)
  const report = await findReport(ctx.db, reportId)
  const evidence = report?.caseId === id ? await findEvidence(ctx, reportId) : null
  if (!evidence) throw notFound('safety.no_evidence')
  await appendEvent(ctx, id, { kind: 'window_opened', by: ctx.actor.personId, text: reason })
  await publishCaseChanged(ctx, id)
  return evidence
}

const isWaiting = ({ agreedBy, closedAt }: UnlockRecord) => agreedBy === null && closedAt === null
const isOpenAt = ({ until, closedAt }: UnlockRecord, now: Date) => until !== null && until > now && closedAt === null

export async function askUnlock(ctx: Ctx, id: number, reason: string): Promise<Case> {
  const found = await lockOwnCase(ctx, id)
  if (found.channelId === null) throw badInput('safety.no_channel')
  const known = await findUnlocks(ctx.db, id)
  if (known.some((key) => isWaiting(key) || isOpenAt(key, ctx.now()))) throw conflict('safety.key_open')
  const askedBy = ctx.actor.personId
  await insertUnlock(ctx.db, { caseId: id, channelId: found.channelId, reason, askedBy, askedAt: ctx.now() })
  await appendEvent(ctx, id, { kind: 'key_asked', by: askedBy, text: reason })
  await notifyColleagues(ctx, id)
  return changed(ctx, id)
}

/** A second person at the desk must agree; all who may agree are notified. */
export async function notifyColleagues(ctx: Ctx, caseId: number): Promise<void> {
  const found = await findCase(ctx.db, caseId)
  const desk = found ? await findDeskOf(ctx, found) : []
  for (const { personId } of desk) {
    if (personId === ctx.actor.personId) continue
    await notifyPerson(ctx, {
      personId,
      kind: 'help',
      template: found?.isUrgent ? 'safetyUrgent' : 'safetyWaiting',
      values: {},
      link: `/staff/safety/${caseId}`,
      onceKey: `safety ${caseId} second ${ctx.now().toISOString()}`,
    })
  }
}

async function changed(ctx: Ctx, id: number): Promise<Case> {
  await publishCaseChanged(ctx, id)
  return showCase(ctx, id)
}

type UnlockRef = { id: number; unlockId: number }

async function requireUnlock(ctx: Ctx, { id, unlockId }: UnlockRef): Promise<UnlockRecord> {
  const key = await findUnlock(ctx.db, unlockId)
  if (key?.caseId !== id) throw notFound('safety.key_not_found')
  return key
}

export async function agreeUnlock(ctx: Ctx, ref: UnlockRef): Promise<Case> {
  await lockOpenCase(ctx, ref.id)
  const key = await requireUnlock(ctx, ref)
  if (!isWaiting(key)) throw conflict('safety.key_ended')
  if (key.askedBy === ctx.actor.personId) throw conflict('safety.needs_another')
  const until = new Date(ctx.now().getTime() + UNLOCK_MINUTES * MINUTE_MS)
  await updateUnlock(ctx.db, key.id, { agreed_by: ctx.actor.personId, until })
  await appendEvent(ctx, ref.id, { kind: 'key_turned', by: ctx.actor.personId, person: key.askedBy, text: key.reason, until })
  return changed(ctx, ref.id)
}

export async function closeUnlock(ctx: Ctx, ref: UnlockRef): Promise<Case> {
  await lockOpenCase(ctx, ref.id)
  const key = await requireUnlock(ctx, ref)
  if (!isWaiting(key) && !isOpenAt(key, ctx.now())) throw conflict('safety.key_ended')
  await updateUnlock(ctx.db, key.id, { closed_at: ctx.now() })
  await appendEvent(ctx, ref.id, { kind: 'key_closed', by: ctx.actor.personId })
  return changed(ctx, ref.id)
}

const PAGE = 50

/** Only for the two people who granted the access, until it expires. */
export async function readUnlocked(ctx: Ctx, ref: UnlockRef, range: { before?: number | undefined; after?: number | undefined }) {
  await requireCase(ctx, ref.id)
  const key = await requireUnlock(ctx, ref)
  const isHolder = key.askedBy === ctx.actor.personId || key.agreedBy === ctx.actor.personId
  if (!isHolder) throw notFound('safety.key_not_found')
  if (!isOpenAt(key, ctx.now()) || key.until === null) throw conflict('safety.key_ended')
  const { rows, hasOlder, hasNewer, reportedId } = await readPage(ctx.db, key, range)
  const people = await findPeople(
    ctx.db,
    rows.flatMap(({ senderId }) => senderId ?? []),
  )
  const messages = await copyMessages(ctx.db, rows, people, reportedId)
  return { messages, hasOlder, hasNewer, until: key.until.toISOString() }
}

async function readPage(
  db: Db,
  { caseId, channelId }: UnlockRecord,
  { before, after }: { before?: number | undefined; after?: number | undefined },
) {
  const reportedId = await findReportedMessage(db, caseId)
  const half = PAGE / 2
  const take = async (rows: Promise<MessageRow[]>, size: number) => {
    const found = await rows
    return { rows: found.slice(0, size), hasMore: found.length > size }
  }
  if (after !== undefined) {
    const newer = await take(findAfter(db, { channelId, afterId: after, limit: PAGE + 1 }), PAGE)
    return { rows: newer.rows, hasOlder: true, hasNewer: newer.hasMore, reportedId }
  }
  if (before !== undefined || reportedId === null) {
    const older = await take(findPage(db, { channelId, beforeId: before ?? null, limit: PAGE + 1 }), PAGE)
    return { rows: older.rows.toReversed(), hasOlder: older.hasMore, hasNewer: before !== undefined, reportedId }
  }
  const older = await take(findPage(db, { channelId, beforeId: reportedId + 1, limit: half + 1 }), half)
  const newer = await take(findAfter(db, { channelId, afterId: reportedId, limit: half + 1 }), half)
  return { rows: [...older.rows.toReversed(), ...newer.rows], hasOlder: older.hasMore, hasNewer: newer.hasMore, reportedId }
}

/** The people whose conversation is shown, and the reason given in the request for access. */
export async function findUnlockedLook(
  db: Db,
  { id, unlockId }: UnlockRef,
): Promise<{ personIds: number[]; reason: string | null }> {
  const key = await findUnlock(db, unlockId)
  if (key?.caseId !== id) return { personIds: [], reason: null }
  return { personIds: await findMembersOf(db, key.channelId), reason: key.reason }
}
