import {
  AnswerKind,
  ReportedKind,
  type StoredThing,
  ReportMessage,
  ReportReason,
  ReportState,
} from '@saathi/contract/safety/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type ReportRecord = {
  id: number
  caseId: number
  reporterId: number
  clientId: string
  kind: ReportedKind
  thingId: string
  aboutId: number | null
  reason: ReportReason
  state: ReportState
  sentAt: Date
  answerBy: Date
  answeredAt: Date | null
  reopenedAt: Date | null
  mayTellGuardian: boolean | null
}

function reports(db: Db) {
  return db
    .selectFrom('safety_report')
    .select([
      'id',
      'case_id as caseId',
      'reporter_id as reporterId',
      'client_id as clientId',
      'kind',
      'thing_id as thingId',
      'about_id as aboutId',
      'reason',
      'state',
      'sent_at as sentAt',
      'answer_by as answerBy',
      'answered_at as answeredAt',
      'reopened_at as reopenedAt',
      'may_tell_guardian as mayTellGuardian',
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof reports>['executeTakeFirstOrThrow']>>
const toReport = (row: Row): ReportRecord => ({
  ...row,
  kind: ReportedKind.parse(row.kind),
  reason: ReportReason.parse(row.reason),
  state: ReportState.parse(row.state),
})
const first = (row: Row | undefined): ReportRecord | null => (row ? toReport(row) : null)

export const findReport = async (db: Db, id: number) => first(await reports(db).where('id', '=', id).executeTakeFirst())

export const findSent = async (db: Db, reporterId: number, clientId: string) =>
  first(await reports(db).where('reporter_id', '=', reporterId).where('client_id', '=', clientId).executeTakeFirst())

const openStates = ['received', 'need_to_ask'] as const

/** The person's open report of this thing. */
export const findOpenOf = async (db: Db, reporterId: number, { kind, id }: StoredThing) =>
  first(
    await reports(db)
      .where('reporter_id', '=', reporterId)
      .where('kind', '=', kind)
      .where('thing_id', '=', id)
      .where('state', 'in', openStates)
      .executeTakeFirst(),
  )

/** The open case in which somebody else has reported the same thing. */
export async function findCaseOfThing(db: Db, { kind, id }: StoredThing): Promise<number | null> {
  const row = await db
    .selectFrom('safety_report')
    .innerJoin('safety_case', 'safety_case.id', 'safety_report.case_id')
    .select('safety_case.id')
    .where('safety_report.kind', '=', kind)
    .where('thing_id', '=', id)
    .where('safety_case.state', '<>', 'closed')
    .orderBy('safety_case.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

type NewReport = Pick<ReportRecord, 'caseId' | 'reporterId' | 'clientId' | 'aboutId' | 'reason' | 'sentAt' | 'answerBy'> & {
  thing: StoredThing
}

/** Locks until the commit, so that reports by the same person or about the same thing are processed one after the other. */
export async function lockReporting(db: Db, reporterId: number, { kind, id }: StoredThing): Promise<void> {
  for (const key of [`reporter ${reporterId}`, `reported ${kind} ${id}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

export async function insertReport(db: Db, { thing, ...report }: NewReport): Promise<number> {
  const { id } = await db
    .insertInto('safety_report')
    .values({
      case_id: report.caseId,
      reporter_id: report.reporterId,
      client_id: report.clientId,
      kind: thing.kind,
      thing_id: thing.id,
      about_id: report.aboutId,
      reason: report.reason,
      sent_at: report.sentAt,
      answer_by: report.answerBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type ReportChanges = Partial<{
  state: ReportState
  reason: ReportReason
  answer_by: Date
  answered_at: Date | null
  reopened_at: Date
  may_tell_guardian: boolean
}>

export async function updateReport(db: Db, id: number, changes: ReportChanges): Promise<void> {
  await db.updateTable('safety_report').set(changes).where('id', '=', id).execute()
}

export async function findReportsOf(
  db: Db,
  reporterId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<ReportRecord[]> {
  const rows = await reports(db)
    .where('reporter_id', '=', reporterId)
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReport)
}

export async function findReportsIn(db: Db, caseIds: readonly number[]): Promise<ReportRecord[]> {
  if (caseIds.length === 0) return []
  const rows = await reports(db).where('case_id', 'in', caseIds).orderBy('id').execute()
  return rows.map(toReport)
}

export type MessageRecord = {
  id: number
  reportId: number
  kind: ReportMessage['kind']
  writtenBy: number | null
  text: string
  at: Date
}
const MessageKind = ReportMessage.shape.kind

export async function findReportMessages(db: Db, reportIds: readonly number[]): Promise<MessageRecord[]> {
  if (reportIds.length === 0) return []
  const rows = await db
    .selectFrom('safety_report_message')
    .select(['id', 'report_id as reportId', 'kind', 'written_by as writtenBy', 'text', 'at'])
    .where('report_id', 'in', reportIds)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, kind: MessageKind.parse(row.kind) }))
}

export const isFromTeam = ({ kind }: Pick<MessageRecord, 'kind'>): boolean => AnswerKind.safeParse(kind).success

/** False if it was sent before. */
export async function insertReportMessage(
  db: Db,
  message: Omit<MessageRecord, 'id'> & { clientId: string | null },
): Promise<boolean> {
  const { reportId, clientId, kind, writtenBy, text, at } = message
  const row = await db
    .insertInto('safety_report_message')
    .values({ report_id: reportId, client_id: clientId, kind, written_by: writtenBy, text, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Members of the team who have opened the evidence, in order of their first access. */
export async function findReaders(db: Db, caseIds: readonly number[]): Promise<{ caseId: number; personId: number }[]> {
  if (caseIds.length === 0) return []
  const rows = await db
    .selectFrom('safety_event')
    .select(['case_id as caseId', 'by_id as personId', ({ fn }) => fn.min('number').as('number')])
    .where('case_id', 'in', caseIds)
    .where('kind', 'in', ['window_opened', 'messages_read'])
    .where('by_id', 'is not', null)
    .groupBy(['case_id', 'by_id'])
    .orderBy('number')
    .execute()
  return rows.flatMap(({ caseId, personId }) => (personId === null ? [] : [{ caseId, personId }]))
}
