import { DAY_MS } from '@saathi/contract/core/time'
import type { Case, CasePart, LegalKind, NoteSection } from '@saathi/contract/safety/case-entities'
import type { AnswerKind } from '@saathi/contract/safety/entities'
import { updateLookDelays, upsertLookDelay } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { notifyPerson } from '#notices/public.ts'
import { lockOwnCase, requireReportIn } from './access.ts'
import { publishCaseChanged } from './alerts.ts'
import { type CaseRecord, findCasePeople, updateCase } from './case-store.ts'
import { appendEvent, type NewEvent } from './chronology-store.ts'
import { addPerson } from './open-case.ts'
import { findMembersOf, findPeople, roleOf } from './person-store.ts'
import { findReportsIn, insertReportMessage, updateReport } from './report-store.ts'
import { requireRoom } from './reports.ts'
import { showCase } from './show-case.ts'
import { findTasks, insertTask, updateTaskDone } from './work-store.ts'

/** Records the act in the chronology and returns the case. */
export async function finish(ctx: Ctx, id: number, event: NewEvent): Promise<Case> {
  await appendEvent(ctx, id, { by: ctx.actor.personId, ...event })
  await publishCaseChanged(ctx, id)
  return showCase(ctx, id)
}

export async function writeNote(ctx: Ctx, id: number, { section, text }: { section: NoteSection; text: string }): Promise<Case> {
  await lockOwnCase(ctx, id)
  return finish(ctx, id, { kind: 'note', detail: section, text })
}

/** Only members of the conversation or pair, and people of the case, can be added. */
export async function addCasePerson(
  ctx: Ctx,
  id: number,
  { personId, part }: { personId: number; part: CasePart },
): Promise<Case> {
  const found = await lockOwnCase(ctx, id)
  await requireInvolved(ctx, found, personId)
  await addPerson(ctx, id, personId, part)
  return finish(ctx, id, { kind: 'person_added', person: personId, detail: part })
}

export async function requireInvolved(ctx: Ctx, found: CaseRecord, personId: number): Promise<void> {
  const named = (await findCasePeople(ctx.db, [found.id])).map((each) => each.personId)
  const members = found.channelId === null ? [] : await findMembersOf(ctx.db, found.channelId)
  const person = (await findPeople(ctx.db, [personId])).get(personId)
  const isInvolved = [...named, ...members].includes(personId) && person !== undefined && roleOf(person) !== null
  if (!isInvolved || person.name === null) throw notFound('safety.person_not_found')
}

const TASKS_MAX = 100

export async function addTask(ctx: Ctx, id: number, { text, dueAt }: { text: string; dueAt: string | null }): Promise<Case> {
  await lockOwnCase(ctx, id)
  if ((await findTasks(ctx.db, id)).length >= TASKS_MAX) throw conflict('safety.too_many_entries')
  const due = dueAt === null ? null : new Date(dueAt)
  await insertTask(ctx.db, { caseId: id, text, dueAt: due, addedBy: ctx.actor.personId })
  return finish(ctx, id, { kind: 'task_added', text, until: due })
}

export async function finishTask(ctx: Ctx, id: number, taskId: number): Promise<Case> {
  await lockOwnCase(ctx, id)
  const text = await updateTaskDone(ctx.db, id, taskId, ctx.now())
  if (text === null) throw notFound('safety.task_not_found')
  return finish(ctx, id, { kind: 'task_done', text })
}

/** The clock stops once everybody has an answer; a question to the reporter stops it until they answer. */
export async function answerReport(
  ctx: Ctx,
  { id, reportId }: { id: number; reportId: number },
  { kind, text }: { kind: AnswerKind; text: string },
): Promise<Case> {
  const found = await lockOwnCase(ctx, id)
  const report = await requireReportIn(ctx, id, reportId)
  await requireRoom(ctx, reportId)
  const { personId } = ctx.actor
  await insertReportMessage(ctx.db, { reportId, clientId: null, kind, writtenBy: personId, text, at: ctx.now() })
  await updateReport(ctx.db, reportId, { state: kind, answered_at: ctx.now() })
  const waiting = (await findReportsIn(ctx.db, [id])).filter(({ state }) => state === 'received')
  if (waiting.length === 0 && found.answeredAt === null) await updateCase(ctx.db, id, { answered_at: ctx.now() })
  ctx.push({ to: [report.reporterId], event: { type: 'safety.reports_changed' } })
  await notifyPerson(ctx, {
    personId: report.reporterId,
    kind: 'help',
    template: 'reportAnswered',
    values: {},
    link: '/my-reports',
    onceKey: `report ${reportId} ${ctx.now().toISOString()}`,
  })
  return finish(ctx, id, { kind: 'answered', person: report.reporterId, detail: kind, text })
}

export async function recordLegal(
  ctx: Ctx,
  id: number,
  { kind, text, at }: { kind: LegalKind; text: string; at: string },
): Promise<Case> {
  await lockOwnCase(ctx, id)
  const time = new Date(at)
  if (time > ctx.now()) throw badInput('safety.time_in_future')
  if (kind === 'possible_offence') await updateCase(ctx.db, id, { is_possible_offence: true })
  return finish(ctx, id, { kind: 'legal', detail: kind, text, until: time })
}

const DELAY_MAX_MS = 90 * DAY_MS

/** Without an end, the people concerned cannot see who opened their data until the first decision. */
export async function delayLooks(
  ctx: Ctx,
  id: number,
  { until, reason }: { until: string | null; reason: string },
): Promise<Case> {
  const found = await lockOwnCase(ctx, id)
  const time = until === null ? null : new Date(until)
  const now = ctx.now().getTime()
  if (time && (time.getTime() <= now || time.getTime() > now + DELAY_MAX_MS)) throw badInput('safety.until_does_not_fit')
  await updateCase(ctx.db, id, { looks_hidden_until: time })
  if (time) for (const { personId } of await findCasePeople(ctx.db, [id])) await delayFor(ctx, id, personId, time)
  else await updateLookDelays(ctx.db, id, found.decidedAt)
  return finish(ctx, id, { kind: 'look_delay', text: reason, until: time })
}

const delayFor = (ctx: Ctx, caseId: number, personId: number, until: Date): Promise<void> =>
  upsertLookDelay(ctx.db, { personId, caseId, until })

/** A decision was made: the people concerned may now see who looked at their data. */
export async function markDecided(ctx: Ctx, { id, decidedAt, looksHiddenUntil }: CaseRecord): Promise<void> {
  if (decidedAt !== null) return
  await updateCase(ctx.db, id, { decided_at: ctx.now() })
  if (looksHiddenUntil === null || looksHiddenUntil <= ctx.now()) await updateLookDelays(ctx.db, id, ctx.now())
}
