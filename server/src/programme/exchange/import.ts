import type { FileProblem, ImportPlan } from '@saathi/contract/content/exchange-calls'
import type { FastifyBaseLogger } from 'fastify'
import { covers, scopeOf } from '#accounts/public.ts'
import type { Actor, ListenerCtx, World } from '#core/ctx.ts'
import { conflict, forbidden } from '#core/errors.ts'
import { OperatorError } from '#core/operator-error.ts'
import { tryOut } from '#core/try-out.ts'
import { ACTION } from '../authoring/access.ts'
import { exportFiles } from '../export/programme.ts'
import { zipFiles } from '../export/zip.ts'
import { loadWhole } from '../load/programme.ts'
import { lockLoading } from '../load/store.ts'
import type { Problem } from '../problems.ts'
import { type Programme, ProgrammeProblems } from '../programme.ts'
import { readSource } from '../read/programme.ts'
import { openZip } from '../read/zip.ts'
import { findChangedDrafts } from './store.ts'
import { checkAgreed, planImport } from './plan.ts'

const MAX_PROBLEMS = 500

/** A programme contains content for everybody and settings of all programmes, so both rights are required in all of them. */
export function requireAll(actor: Actor): void {
  const isForAll = [ACTION, 'staff.programmes'].every((action) => covers(scopeOf(actor, action), null))
  if (!isForAll) throw forbidden('content.not_for_all')
}

export async function exportArchive({ db, clock }: World): Promise<{ fileName: string; content: string }> {
  const now = clock.now()
  const archive = zipFiles(await exportFiles(db, now))
  return { fileName: `programme-${now.toISOString().slice(0, 10)}.zip`, content: Buffer.from(archive).toString('base64') }
}

export const readArchive = async (bytes: Uint8Array): Promise<Programme> =>
  readSource(await openZip(bytes), { mayHavePeople: false })

type Checked = { problems: FileProblem[]; problemCount: number; plan: ImportPlan | null }

/** Loads the archive in a transaction that is rolled back, so the report equals what an import would do. */
export async function checkArchive(world: World, log: FastifyBaseLogger, bytes: Uint8Array): Promise<Checked> {
  try {
    const programme = await readArchive(bytes)
    const plan = await tryOut(world, log, (ctx) => loadAndPlan(ctx, programme))
    return { problems: [], problemCount: 0, plan }
  } catch (error) {
    const problems = problemsOf(error)
    return { problems: problems.slice(0, MAX_PROBLEMS).map(showProblem), problemCount: problems.length, plan: null }
  }
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ProgrammeProblems) return error.problems
  if (error instanceof OperatorError) return [{ file: '', text: error.message }]
  throw error
}

const showProblem = ({ file, line, field, text }: Problem): FileProblem => ({
  file,
  line: line ?? null,
  field: field ?? null,
  text,
})

/** Refuses if the result differs from what the check reported; `token` identifies the report. */
export async function importArchive(ctx: ListenerCtx, programme: Programme, token: string): Promise<{ changed: number }> {
  const plan = await loadAndPlan(ctx, programme).catch((error: unknown) => {
    problemsOf(error)
    throw conflict('content.has_problems')
  })
  if (plan.token !== token) throw conflict('content.import_changed')
  return { changed: plan.entries.filter(({ change }) => change !== 'same' && change !== 'absent').length }
}

async function loadAndPlan(ctx: ListenerCtx, programme: Programme): Promise<ImportPlan> {
  await lockLoading(ctx.db)
  const before = await exportFiles(ctx.db, ctx.now())
  await loadWhole(ctx, programme)
  const after = await exportFiles(ctx.db, ctx.now())
  const problems = checkAgreed(before, after)
  if (problems.length > 0) throw new ProgrammeProblems(problems)
  return planImport(before, after, programme, await findChangedDrafts(ctx.db))
}
