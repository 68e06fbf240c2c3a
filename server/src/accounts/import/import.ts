import type { UploadedFile } from '@saathi/contract/core/call'
import { ImportField, type ImportFields } from '@saathi/contract/accounts/import-columns'
import { type ImportRow, ImportRun } from '@saathi/contract/accounts/import-calls'
import { hiddenCharacters, MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import { DAY_MS } from '@saathi/contract/core/time'
import { createHash } from 'node:crypto'
import type { Ctx, Db } from '#core/ctx.ts'
import { toCsv } from '#core/csv.ts'
import { badInput, conflict, Refusal } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { scopeOf } from '../can.ts'
import { displayName } from '../service.ts'
import { requireRun, UNDO_DAYS, visibleRuns } from './access.ts'
import { addressOf, type CheckedRow, checkRows, findFacts } from './check-rows.ts'
import { readColumns, type SheetColumn } from './read-columns.ts'
import type { SheetReader } from './read-sheet.ts'
import { runImportJob } from './run-job.ts'
import { undoImportJob } from './undo-job.ts'
import * as store from './store.ts'

const MAX_RUNS = 20

type CheckedFile = { sha256: Buffer; columns: SheetColumn[]; rows: CheckedRow[] }

/** Runs before the transaction: reading and checking take seconds. */
export async function readImport(
  db: Db,
  readSheet: SheetReader,
  file: UploadedFile,
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
): Promise<CheckedFile | { knownId: number }> {
  const sha256 = createHash('sha256').update(file.bytes).digest()
  const knownId = await store.findKnownRun(db, actor.personId, sha256)
  if (knownId !== null) return { knownId }
  const { rows: cells, problem } = await readSheet(file.bytes)
  if (problem === 'encrypted') throw new Refusal(415, 'accounts.import_encrypted')
  if (problem === 'encoding') throw new Refusal(415, 'accounts.import_encoding')
  if (!cells) throw new Refusal(415, 'accounts.import_unreadable')
  const { columns, rows } = readColumns(cells)
  const facts = await findFacts({ db, now }, scopeOf(actor, 'staff.people'), { updatesExisting: false })
  const unchecked = rows.map((row) => ({ ...row, isLeftOut: false }))
  return { sha256, columns, rows: await checkRows(db, facts, unchecked) }
}

/** If this person uploads the same bytes again, returns the existing import, also if both uploads arrive at once. */
export async function storeImport(ctx: Ctx, name: string, read: CheckedFile | { knownId: number }) {
  if ('knownId' in read) return { runId: read.knownId, isKnown: true }
  const { sha256, columns, rows } = read
  const run = { startedBy: ctx.actor.personId, fileName: cleanFileName(name), sha256, columns, now: ctx.now() }
  const runId = await store.insertRun(ctx.db, run)
  if (runId !== null) {
    await store.insertRows(ctx.db, runId, rows)
    return { runId, isKnown: false }
  }
  const known = await store.findKnownRun(ctx.db, ctx.actor.personId, sha256)
  if (known === null) throw badInput('accounts.import_unreadable')
  return { runId: known, isKnown: true }
}

const MAX_FILE_NAME = 120
const everyHidden = new RegExp(hiddenCharacters, 'gu')

function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  return last.slice(0, MAX_FILE_NAME).toWellFormed().replace(everyHidden, '') || 'file'
}

export async function listImports(ctx: Ctx): Promise<{ runs: ImportRun[] }> {
  const runs = await store.findRuns(ctx.db, { startedBy: visibleRuns(ctx.actor), limit: MAX_RUNS })
  return { runs: runs.map((run) => describeRun(ctx, run)) }
}

export async function getImport(ctx: Ctx, runId: number): Promise<ImportRun> {
  return describeRun(ctx, await requireRun(ctx, runId))
}

type RowQuery = { show: store.RowFilter; after?: number | undefined }

export async function listImportRows(ctx: Ctx, runId: number, { show, after = 0 }: RowQuery) {
  await requireRun(ctx, runId)
  // One more than is shown, to know whether there are more.
  const found = await store.findRows(ctx.db, runId, { show, after, limit: MAX_PAGE_SIZE + 1 })
  const rows = found.slice(0, MAX_PAGE_SIZE)
  return { rows, next: found.length > MAX_PAGE_SIZE ? (rows.at(-1)?.number ?? null) : null }
}

type Correction = { fields?: { [Field in ImportField]?: string | undefined } | undefined; isLeftOut?: boolean | undefined }

/** Checks the row again, and those with its old or new address. */
export async function correctImportRow(ctx: Ctx, runId: number, number: number, correction: Correction): Promise<ImportRow> {
  const run = await requireOpen(ctx, runId)
  const row = await store.findRow(ctx.db, runId, number)
  if (!row) throw conflict('accounts.import_not_open')
  const changed = Object.fromEntries(Object.entries(correction.fields ?? {}).filter(([, text]) => text !== undefined))
  const fields: ImportFields = { ...row.fields, ...changed }
  const isLeftOut = correction.isLeftOut ?? (correction.fields ? false : row.isLeftOut)
  const addresses = [addressOf(row), addressOf({ fields })].flatMap((address) => address ?? [])
  const others = await store.findRowsOf(ctx.db, runId, addresses, number)
  const facts = await findFacts(ctx, scopeOf(ctx.actor, 'staff.people'), run)
  const rows = [...others, { number, fields, isLeftOut }].toSorted((a, b) => a.number - b.number)
  const checked = await checkRows(ctx.db, facts, rows)
  const isCorrected = row.isCorrected || ImportField.options.some((field) => fields[field] !== row.fields[field])
  for (const each of checked) await store.updateRow(ctx.db, runId, { ...each, ...(each.number === number && { isCorrected }) })
  await store.updateRun(ctx.db, runId, { checked_at: ctx.now() })
  const found = await store.findRow(ctx.db, runId, number)
  if (!found) throw conflict('accounts.import_not_open')
  return found
}

async function requireOpen(ctx: Ctx, runId: number) {
  const run = await requireRun(ctx, runId)
  // Locked after the access check, so that nobody waits for a run they may not see.
  const locked = await store.findRunForUpdate(ctx.db, runId)
  if (locked?.state !== 'checked') throw conflict('accounts.import_not_open')
  return run
}

/** Check every row again: existing accounts are now compared in detail. */
export async function setUpdatesExisting(ctx: Ctx, runId: number, updatesExisting: boolean): Promise<ImportRun> {
  await requireOpen(ctx, runId)
  await store.updateRun(ctx.db, runId, { updates_existing: updatesExisting, checked_at: ctx.now() })
  const facts = await findFacts(ctx, scopeOf(ctx.actor, 'staff.people'), { updatesExisting })
  await store.updateOutcomes(ctx.db, runId, await checkRows(ctx.db, facts, await store.findEveryRow(ctx.db, runId)))
  return getImport(ctx, runId)
}

/** Uses the rights at the start: a right that ends later does not stop a running import. */
export async function startImport(ctx: Ctx, runId: number): Promise<void> {
  const run = await requireOpen(ctx, runId)
  if (!run.create && !run.update) throw conflict('accounts.import_nothing_to_do')
  const scope = scopeOf(ctx.actor, 'staff.people')
  const programmes = scope === 'all' ? null : [...scope]
  await store.updateRun(ctx.db, runId, { state: 'running', scope: programmes, progress: 0, stop_asked_at: null })
  await ctx.enqueue(runImportJob, { runId })
}

export async function stopImport(ctx: Ctx, runId: number): Promise<void> {
  const run = await requireRun(ctx, runId)
  if (run.state !== 'running') throw conflict('accounts.import_not_running')
  await store.updateRun(ctx.db, runId, { stop_asked_at: ctx.now() })
}

export async function undoImport(ctx: Ctx, runId: number): Promise<void> {
  await requireRun(ctx, runId)
  const run = await store.findRunForUpdate(ctx.db, runId)
  if (run?.state !== 'done' || !run.doneAt) throw conflict('accounts.import_not_done')
  if (ctx.now().getTime() > run.doneAt.getTime() + UNDO_DAYS * DAY_MS) throw conflict('accounts.import_undo_over')
  await store.updateRun(ctx.db, runId, { state: 'undoing' })
  await ctx.enqueue(undoImportJob, { runId })
}

const MAX_EXPORTED = 20_000

/** The file can be corrected in a spreadsheet and imported again; its last two columns are then ignored. */
export async function exportLeftOut(ctx: Ctx, runId: number): Promise<{ csv: string }> {
  await requireRun(ctx, runId)
  const rows = await store.findRows(ctx.db, runId, { show: 'problems', after: 0, limit: MAX_EXPORTED })
  const t = findText(ctx.actor.language)
  const head = [
    ...ImportField.options.map((field) => t(`staff.import.field.${field}`)),
    t('staff.import.row'),
    t('staff.import.wrong'),
  ]
  const cells = rows
    .filter(({ outcome }) => outcome === 'refused' || outcome === 'skipped')
    .map(({ fields, number, problems }) => [
      ...ImportField.options.map((field) => fields[field]),
      number,
      problems.map(({ problem, hint }) => t(`staff.import.problem.${problem}`, { hint: hint ?? '' })).join(' '),
    ])
  return { csv: toCsv([head, ...cells]) }
}

const asText = (time: Date | null) => time?.toISOString() ?? null

function describeRun({ actor, now }: Pick<Ctx, 'actor' | 'now'>, run: store.RunRow): ImportRun {
  const { startedBy, firstName, lastName, doneAt, stopAskedAt } = run
  const undoUntil = doneAt && run.state === 'done' ? new Date(doneAt.getTime() + UNDO_DAYS * DAY_MS) : null
  return ImportRun.parse({
    ...run,
    by: firstName === null || lastName === null ? null : displayName({ firstName, lastName }),
    isOwn: startedBy === actor.personId,
    rowCount: run.rowCount ?? 0,
    counts: run,
    kept: { ...run, updated: run.keptUpdates },
    createdAt: run.createdAt.toISOString(),
    checkedAt: run.checkedAt.toISOString(),
    isStopping: stopAskedAt !== null && run.state === 'running',
    doneAt: asText(doneAt),
    inviteAt: asText(run.inviteAt),
    undoUntil: undoUntil && undoUntil > now() ? undoUntil.toISOString() : null,
    undoneAt: asText(run.undoneAt),
  })
}
