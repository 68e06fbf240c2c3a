import { can } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound } from '#core/errors.ts'
import { type CaseRecord, findCase, findExcluded, lockCase } from './case-store.ts'
import { findReport, type ReportRecord } from './report-store.ts'

type Viewer = Pick<Ctx, 'db' | 'actor'>

const noSuchCase = () => notFound('safety.case_not_found')

/** Cases of other programmes, cases the reader is named in, and cases of a pair they manage look as if they did not exist. */
export async function requireCase({ db, actor }: Viewer, id: number): Promise<CaseRecord> {
  const found = await findCase(db, id)
  if (!found || !can(actor, 'staff.safety', found.projectId)) throw noSuchCase()
  if ((await findExcluded(db, id)).has(actor.personId)) throw noSuchCase()
  return found
}

/** Locked until the commit. */
export async function lockOpenCase(ctx: Viewer, id: number): Promise<CaseRecord> {
  await requireCase(ctx, id)
  await lockCase(ctx.db, id)
  const found = await requireCase(ctx, id)
  if (found.state === 'closed') throw conflict('safety.case_closed')
  return found
}

/** Requires that the actor has taken the case, so that two people never work on it unknowingly. */
export async function lockOwnCase(ctx: Viewer, id: number): Promise<CaseRecord> {
  const found = await lockOpenCase(ctx, id)
  if (found.takenBy !== ctx.actor.personId) throw forbidden('safety.case_not_yours')
  return found
}

export async function requireReportIn({ db }: Viewer, caseId: number, reportId: number): Promise<ReportRecord> {
  const report = await findReport(db, reportId)
  if (report?.caseId !== caseId) throw notFound('safety.report_not_found')
  return report
}
