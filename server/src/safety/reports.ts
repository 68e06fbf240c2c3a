import type { Helpline, DangerKind } from '@saathi/contract/help/entities'
import {
  dangerOf,
  type MyReport,
  type ReportedThing,
  type ReportReason,
  type StoredThing,
} from '@saathi/contract/safety/entities'
import type { Ctx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { detectDanger, findHelplines } from '#help/public.ts'
import { publishCaseChanged } from './alerts.ts'
import { appendEvent } from './chronology-store.ts'
import { type EvidenceFile, storeEvidence } from './evidence-store.ts'
import { addPerson, dueAfter, openCase, raiseUrgency, restartClock } from './open-case.ts'
import { findCase, lockCase } from './case-store.ts'
import * as store from './report-store.ts'
import type { ReportRecord } from './report-store.ts'
import { mayReopen, showReports } from './show-report.ts'
import { requireThing, resolveThing } from './things.ts'
import { findPeople } from './person-store.ts'

type ReportInput = { clientId: string; thing: ReportedThing; reason: ReportReason; text?: string | undefined }

/** The danger named by the reason or found in the text, whichever is graver. */
function dangerIn(reason: ReportReason, text: string | undefined): { kind: DangerKind | null; isUrgent: boolean } {
  const named = dangerOf(reason)
  const spoken = text === undefined ? null : detectDanger(text)
  return { kind: named ?? spoken?.kind ?? null, isUrgent: named !== null || spoken?.isUrgent === true }
}

async function helplinesFor({ db, actor }: Ctx, kind: DangerKind | null): Promise<Helpline[]> {
  return kind === null ? [] : findHelplines(db, kind, actor.language)
}

async function showOne(ctx: Ctx, id: number): Promise<MyReport> {
  const report = await requireOwnReport(ctx, id)
  const [shown] = await showReports(ctx.db, [report])
  if (!shown) throw new Error(`report ${id} could not be shown`)
  return shown
}

/** `file`: the bytes of the reported file, read before the transaction. */
export async function sendReport(ctx: Ctx, input: ReportInput, file: EvidenceFile | null) {
  const danger = dangerIn(input.reason, input.text)
  const helplines = await helplinesFor(ctx, danger.kind)
  const { personId } = ctx.actor
  // The phone may repeat a report of an offer that it can no longer see.
  const repeated = await store.findSent(ctx.db, personId, input.clientId)
  if (repeated) return { report: await showOne(ctx, repeated.id), helplines }
  const thing = await resolveThing(ctx, input.thing)
  await store.lockReporting(ctx.db, personId, thing)
  const sent = await store.findSent(ctx.db, personId, input.clientId)
  if (sent) return { report: await showOne(ctx, sent.id), helplines }
  const open = await store.findOpenOf(ctx.db, personId, thing)
  const first = { ...input, thing }
  const id = open ? await addSecond(ctx, open, input, danger.isUrgent) : await insertFirst(ctx, first, danger.isUrgent, file)
  ctx.push({ to: [ctx.actor.personId], event: { type: 'safety.reports_changed' } })
  return { report: await showOne(ctx, id), helplines }
}

type FirstReport = ReportInput & { thing: StoredThing }

async function insertFirst(ctx: Ctx, input: FirstReport, isUrgent: boolean, file: EvidenceFile | null): Promise<number> {
  const { clientId, thing, reason, text } = input
  const { actor, db } = ctx
  const found = await requireThing(ctx, thing)
  const me = (await findPeople(db, [actor.personId])).get(actor.personId)
  const event = { kind: 'reported', person: actor.personId, detail: reason, text: text ?? null } as const
  const people = [
    // Reporters who show a message about their own danger are the child of the case.
    { personId: actor.personId, part: thing.kind === 'own_message' ? ('child' as const) : ('reporter' as const) },
    ...(found.aboutId === null ? [] : [{ personId: found.aboutId, part: 'concerned' } as const]),
  ]
  const known = await store.findCaseOfThing(db, thing)
  if (known !== null) {
    await lockCase(db, known)
    for (const { personId, part } of people) await addPerson(ctx, known, personId, part)
    await appendEvent(ctx, known, event)
    if (isUrgent) await raiseUrgency(ctx, known)
    if ((await findCase(db, known))?.answeredAt) await restartClock(ctx, known)
  }
  const caseId =
    known ??
    (await openCase(ctx, {
      source: 'report',
      projectId: found.projectId ?? me?.projectId ?? null,
      mentorshipId: found.mentorshipId,
      channelId: found.channelId,
      isUrgent,
      // The desk must decide about sexual or grooming messages to a possible child, so flag them.
      isPossibleOffence: reason === 'sexual' || reason === 'meet_or_photos',
      people,
      event,
    }))
  const answerBy = dueAfter(ctx.now(), isUrgent)
  const report = { caseId, reporterId: actor.personId, clientId, aboutId: found.aboutId, reason, sentAt: ctx.now(), answerBy }
  const id = await store.insertReport(db, { ...report, thing })
  await storeEvidence(ctx, id, { ...found.evidence, file })
  if (text !== undefined) await insertWords(ctx, id, clientId, text)
  return id
}

/** The same person reports the same thing again: add to the report and use the graver reason. */
async function addSecond(ctx: Ctx, open: ReportRecord, { clientId, reason, text }: ReportInput, isUrgent: boolean) {
  await lockCase(ctx.db, open.caseId)
  const isGraver = dangerOf(reason) !== null && dangerOf(open.reason) === null
  if (isGraver) await store.updateReport(ctx.db, open.id, { reason, answer_by: dueAfter(ctx.now(), true) })
  if (text !== undefined) await insertWords(ctx, open.id, clientId, text)
  if (isGraver || text !== undefined)
    await appendEvent(ctx, open.caseId, { kind: 'added', person: ctx.actor.personId, detail: reason, text: text ?? null })
  if (isUrgent) await raiseUrgency(ctx, open.caseId)
  await publishCaseChanged(ctx, open.caseId)
  return open.id
}

const insertWords = (ctx: Ctx, reportId: number, clientId: string, text: string): Promise<boolean> =>
  store.insertReportMessage(ctx.db, {
    reportId,
    clientId,
    kind: 'words',
    writtenBy: ctx.actor.personId,
    text,
    at: ctx.now(),
  })

const PAGE = 50

export async function listMyReports({ db, actor }: Ctx, before: number | undefined) {
  const rows = await store.findReportsOf(db, actor.personId, { before: before ?? null, limit: PAGE + 1 })
  return { reports: await showReports(db, rows.slice(0, PAGE)), hasMore: rows.length > PAGE }
}

/** Other people's reports look as if they did not exist. */
async function requireOwnReport({ db, actor }: Ctx, id: number): Promise<ReportRecord> {
  const report = await store.findReport(db, id)
  if (!report || report.reporterId !== actor.personId) throw notFound('safety.report_not_found')
  return report
}

/** The number of messages a report can have. */
const MESSAGES_MAX = 100
export async function requireRoom(ctx: Ctx, reportId: number): Promise<void> {
  if ((await store.findReportMessages(ctx.db, [reportId])).length >= MESSAGES_MAX) throw conflict('safety.report_full')
}

export async function addToReport(ctx: Ctx, id: number, { clientId, text }: { clientId: string; text: string }) {
  const { caseId } = await requireOwnReport(ctx, id)
  await lockCase(ctx.db, caseId)
  await requireRoom(ctx, id)
  const danger = detectDanger(text)
  if (await insertWords(ctx, id, clientId, text)) {
    await appendEvent(ctx, caseId, { kind: 'added', person: ctx.actor.personId, text })
    await waitAgain(ctx, id)
    if (danger?.isUrgent) await raiseUrgency(ctx, caseId)
    await publishCaseChanged(ctx, caseId)
  }
  return { report: await showOne(ctx, id), helplines: await helplinesFor(ctx, danger?.kind ?? null) }
}

/** The reporter has answered the team's question: restart the clock. */
async function waitAgain(ctx: Ctx, id: number): Promise<void> {
  const report = await requireOwnReport(ctx, id)
  if (report.state !== 'need_to_ask') return
  await restart(ctx, report, {})
}

async function restart(ctx: Ctx, report: ReportRecord, changes: store.ReportChanges): Promise<void> {
  await restartClock(ctx, report.caseId)
  const due = (await findCase(ctx.db, report.caseId))?.dueAt ?? dueAfter(ctx.now(), false)
  await store.updateReport(ctx.db, report.id, { ...changes, state: 'received', answered_at: null, answer_by: due })
}

export async function reopenReport(ctx: Ctx, id: number, text: string | undefined): Promise<{ report: MyReport }> {
  const { caseId } = await requireOwnReport(ctx, id)
  await lockCase(ctx.db, caseId)
  const report = await requireOwnReport(ctx, id)
  const other = await store.findOpenOf(ctx.db, report.reporterId, { kind: report.kind, id: report.thingId })
  if (!mayReopen(report) || other) throw conflict('safety.cannot_reopen')
  await requireReopenRoom(ctx, id)
  await store.insertReportMessage(ctx.db, {
    reportId: id,
    clientId: null,
    kind: 'reopened',
    writtenBy: ctx.actor.personId,
    text: text ?? '',
    at: ctx.now(),
  })
  await appendEvent(ctx, caseId, { kind: 'reopened', person: ctx.actor.personId, text: text ?? null })
  await restart(ctx, report, { reopened_at: ctx.now() })
  ctx.push({ to: [ctx.actor.personId], event: { type: 'safety.reports_changed' } })
  return { report: await showOne(ctx, id) }
}

/** A report with the maximum number of messages cannot be reopened; the code is the same as for other refusals. */
async function requireReopenRoom(ctx: Ctx, id: number): Promise<void> {
  if ((await store.findReportMessages(ctx.db, [id])).length >= MESSAGES_MAX) throw conflict('safety.cannot_reopen')
}

export async function setGuardianWish(ctx: Ctx, id: number, mayTellGuardian: boolean): Promise<{ report: MyReport }> {
  const { caseId } = await requireOwnReport(ctx, id)
  await lockCase(ctx.db, caseId)
  await store.updateReport(ctx.db, id, { may_tell_guardian: mayTellGuardian })
  await publishCaseChanged(ctx, caseId)
  return { report: await showOne(ctx, id) }
}
