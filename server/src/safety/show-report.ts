import type { MyReport, ReportMessage } from '@saathi/contract/safety/entities'
import type { Db } from '#core/ctx.ts'
import { findPeople, type PersonFacts } from './person-store.ts'
import { findReaders, findReportMessages, isFromTeam, type MessageRecord, type ReportRecord } from './report-store.ts'

export function showMessage(row: MessageRecord, people: ReadonlyMap<number, PersonFacts>): ReportMessage {
  const byTeam = isFromTeam(row)
  return {
    id: row.id,
    by: byTeam && row.writtenBy !== null ? (people.get(row.writtenBy)?.name ?? null) : null,
    isFromTeam: byTeam,
    kind: row.kind,
    text: row.text,
    at: row.at.toISOString(),
  }
}

/** Reports as their reporter sees them. */
export async function showReports(db: Db, rows: readonly ReportRecord[]): Promise<MyReport[]> {
  const messages = await findReportMessages(
    db,
    rows.map(({ id }) => id),
  )
  const readers = await findReaders(db, [...new Set(rows.map(({ caseId }) => caseId))])
  const people = await findPeople(db, [
    ...rows.flatMap(({ aboutId }) => aboutId ?? []),
    ...messages.flatMap(({ writtenBy }) => writtenBy ?? []),
    ...readers.map(({ personId }) => personId),
  ])
  const byReport = Map.groupBy(messages, ({ reportId }) => reportId)
  return rows.map((row) => ({
    id: row.id,
    clientId: row.clientId,
    kind: row.kind,
    reason: row.reason,
    about: row.aboutId === null ? null : (people.get(row.aboutId)?.name ?? null),
    state: row.state,
    sentAt: row.sentAt.toISOString(),
    answerBy: row.answerBy.toISOString(),
    messages: (byReport.get(row.id) ?? []).map((message) => showMessage(message, people)),
    readBy: readers.flatMap(({ caseId, personId }) => (caseId === row.caseId ? (people.get(personId)?.name ?? []) : [])),
    mayReopen: mayReopen(row),
    mayTellGuardian: row.mayTellGuardian,
  }))
}

/** Allowed once, after an answer that closed the report. */
export const mayReopen = ({ state, reopenedAt }: ReportRecord): boolean =>
  reopenedAt === null && (state === 'acted' || state === 'not_found')
