import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, MAX_PAGE_SIZE, Nothing, Time } from '../core/fields.ts'
import { ImportColumn, ImportField, ImportFields, ImportProblem } from './import-columns.ts'

export const IMPORT_MAX_BYTES = 10 * 1024 * 1024
export const IMPORT_MAX_ROWS = 20_000
/** Longer than any field may be. The reader of the file cuts longer values. */
export const IMPORT_MAX_CELL = 330

/**
 * What the run does with a row. `create`: adds an account. `update`: changes the account's name, cohort or programme.
 * `unchanged`: the account already has these values. `skipped`: the account exists and is not to be changed, or the row is left
 * out. `refused`: the row has a mistake.
 */
export const ImportOutcome = z.enum(['create', 'update', 'unchanged', 'skipped', 'refused'])
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** `corrected`: rows that were refused or skipped until somebody corrected them. */
const Counts = z.object({
  create: z.int(),
  update: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  refused: z.int(),
  corrected: z.int(),
})

const Column = z.object({ header: z.string(), field: z.nullable(ImportColumn) })

export const ImportRun = z.object({
  id: Id,
  fileName: z.string(),
  /** Null if the person has left Saathi. */
  by: z.nullable(z.string()),
  isOwn: z.boolean(),
  state: z.enum(['checked', 'running', 'done', 'undoing', 'undone']),
  rowCount: z.int(),
  counts: Counts,
  /** Whether people who have an account are changed as well. */
  updatesExisting: z.boolean(),
  columns: z.array(Column).check(z.maxLength(60)),
  createdAt: Time,
  checkedAt: Time,
  /** While the import is running: how many of the rows to create are done. */
  progress: z.int(),
  isStopping: z.boolean(),
  doneAt: z.nullable(Time),
  /** No invitation is sent before this time. */
  inviteAt: z.nullable(Time),
  created: z.int(),
  updated: z.int(),
  invited: z.int(),
  /** Deadline for undoing the import; null if it cannot be undone. */
  undoUntil: z.nullable(Time),
  undoneAt: z.nullable(Time),
  /** Accounts that the undo did not remove, by reason, and updates that it did not restore. */
  kept: z.object({ joined: z.int(), changed: z.int(), inUse: z.int(), updated: z.int() }),
})
export type ImportRun = z.infer<typeof ImportRun>

export const ImportRow = z.object({
  number: z.int(),
  fields: ImportFields,
  outcome: ImportOutcome,
  problems: z
    .array(z.object({ field: ImportField, problem: ImportProblem, hint: z.nullable(z.string()) }))
    .check(z.maxLength(20)),
  isLeftOut: z.boolean(),
  isCorrected: z.boolean(),
  personId: z.nullable(Id),
  kept: z.nullable(z.enum(['joined', 'changed', 'in_use'])),
})
export type ImportRow = z.infer<typeof ImportRow>

const text = z.optional(z.string().check(z.maxLength(IMPORT_MAX_CELL)))
const ChangedFields = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  role: text,
  programme: text,
  cohort: text,
  startsOn: text,
  language: text,
  institution: text,
})

const Run = z.object({ runId: IdParam })
const notFound = 'accounts.import_not_found'

export const uploadImport = defineCall({
  method: 'POST',
  path: '/api/v2/staff/imports/',
  summary: 'Read a file with people and check each row; nobody is created yet',
  action: 'staff.people',
  form: { fields: Nothing, files: { file: { maxBytes: IMPORT_MAX_BYTES } } },
  reply: z.object({ runId: z.int(), isKnown: z.boolean() }),
  errors: [
    'accounts.import_unreadable',
    'accounts.import_encrypted',
    'accounts.import_encoding',
    'accounts.import_too_many_rows',
    'accounts.import_empty',
    'accounts.import_columns_missing',
    'accounts.import_columns_twice',
  ],
})

export const listImports = defineCall({
  method: 'GET',
  path: '/api/v2/staff/imports/',
  summary: 'The last imports you may see, newest first',
  action: 'staff.people',
  reply: z.object({ runs: z.array(ImportRun).check(z.maxLength(20)) }),
  errors: [],
})

export const getImport = defineCall({
  method: 'GET',
  path: '/api/v2/staff/imports/:runId/',
  summary: 'An import with its counts and progress',
  action: 'staff.people',
  params: Run,
  reply: ImportRun,
  errors: [notFound],
})

/** `problems`: rows that are refused, skipped, left out or corrected. `kept`: accounts that the undo did not remove. */
export const ImportRowFilter = z.enum(['problems', 'create', 'update', 'unchanged', 'kept'])

export const listImportRows = defineCall({
  method: 'GET',
  path: '/api/v2/staff/imports/:runId/rows/',
  summary: 'Rows of an import, 50 at a time',
  action: 'staff.people',
  params: Run,
  query: z.object({ show: ImportRowFilter, after: z.optional(IdParam) }),
  reply: z.object({ rows: z.array(ImportRow).check(z.maxLength(MAX_PAGE_SIZE)), next: z.nullable(z.int()) }),
  errors: [notFound],
})

export const correctImportRow = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/imports/:runId/rows/:number/',
  summary: 'Correct a row before the run, leave it out or take it in again; it is checked at once',
  action: 'staff.people',
  params: z.object({ runId: IdParam, number: IdParam }),
  body: z.object({
    fields: z.optional(ChangedFields),
    isLeftOut: z.optional(z.boolean()),
  }),
  reply: ImportRow,
  errors: [notFound, 'accounts.import_not_open'],
})

export const setUpdatesExisting = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/imports/:runId/existing/',
  summary: 'Choose whether the run also changes name, cohort and programme of people who have an account; rows are checked again',
  action: 'staff.people',
  params: Run,
  body: z.object({ updatesExisting: z.boolean() }),
  reply: ImportRun,
  errors: [notFound, 'accounts.import_not_open'],
})

export const startImport = defineCall({
  method: 'POST',
  path: '/api/v2/staff/imports/:runId/run/',
  summary: 'Create an account for every row that can be created, and make the updates, all together',
  action: 'staff.people',
  params: Run,
  body: Nothing,
  reply: Nothing,
  errors: [notFound, 'accounts.import_not_open', 'accounts.import_nothing_to_do'],
})

export const stopImport = defineCall({
  method: 'POST',
  path: '/api/v2/staff/imports/:runId/stop/',
  summary: 'Stop a run: nobody is created',
  action: 'staff.people',
  params: Run,
  body: Nothing,
  reply: Nothing,
  errors: [notFound, 'accounts.import_not_running'],
})

export const undoImport = defineCall({
  method: 'POST',
  path: '/api/v2/staff/imports/:runId/undo/',
  summary: 'Undo an import: removes the accounts that nobody has used or changed',
  action: 'staff.people',
  params: Run,
  body: Nothing,
  reply: Nothing,
  errors: [notFound, 'accounts.import_not_done', 'accounts.import_undo_over'],
})

export const exportLeftOut = defineCall({
  method: 'GET',
  path: '/api/v2/staff/imports/:runId/left-out/',
  summary: 'The rows that created no account, as CSV that can be corrected and imported',
  action: 'staff.people',
  params: Run,
  reply: z.object({ csv: z.string() }),
  errors: [notFound],
})
