import { deleteBlocksOf, findBlocksOf } from '#accounts/public.ts'
import { deleteMute } from '#chat/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { findReportsOf } from './report-store.ts'
import { showReports } from './show-report.ts'

const MAX_REPORTS = 1_000

/** Own reports and blocks. Cases are records of the team about several people, and evidence is kept apart. */
export async function exportFor({ db }: ListenerCtx, personId: number) {
  const reports = await findReportsOf(db, personId, { before: null, limit: MAX_REPORTS })
  const blocks = await findBlocksOf(db, personId)
  return {
    reports: await showReports(db, reports),
    blocks: blocks.map(({ blockedAt }) => ({ blockedAt: blockedAt.toISOString() })),
  }
}

/** Blocks end with the account. Reports and the copied evidence stay, because the safety of others may depend on them. */
export async function eraseFor({ db }: ListenerCtx, personId: number): Promise<void> {
  await deleteBlocksOf(db, personId)
  await deleteMute(db, personId)
}
