import { fieldOfHeader, type ImportColumn, type ImportFields, requiredFields } from '@saathi/contract/accounts/import-columns'
import { IMPORT_MAX_ROWS } from '@saathi/contract/accounts/import-calls'
import type * as z from 'zod/mini'
import { badInput, Refusal } from '#core/errors.ts'

export type SheetColumn = { header: string; field: z.infer<typeof ImportColumn> | null }
type SheetRow = { number: number; fields: ImportFields }

const MAX_COLUMNS = 60
const MAX_HEADER = 60

/** Finds the columns by their headers. Empty rows are left out, but counted. */
export function readColumns(cells: readonly (readonly string[])[]): { columns: SheetColumn[]; rows: SheetRow[] } {
  const [head = [], ...body] = cells
  if (cells.every(isEmpty)) throw badInput('accounts.import_empty')
  // The reader stops one row after the limit.
  if (body.length > IMPORT_MAX_ROWS) throw new Refusal(413, 'accounts.import_too_many_rows', { values: { max: IMPORT_MAX_ROWS } })
  const columns = head
    .slice(0, MAX_COLUMNS)
    .map((header) => ({ header: header.slice(0, MAX_HEADER), field: fieldOfHeader(header) }))
  requireFields(columns)
  const rows = body.flatMap((row, index) => (isEmpty(row) ? [] : [{ number: index + 2, fields: fieldsOf(columns, row) }]))
  if (rows.length === 0) throw badInput('accounts.import_empty')
  return { columns, rows }
}

const isEmpty = (row: readonly string[]) => row.every((cell) => cell === '')

function requireFields(columns: readonly SheetColumn[]): void {
  const found = columns.flatMap(({ field }) => {
    if (field === null) return []
    return field === 'fullName' ? (['firstName', 'lastName'] as const) : [field]
  })
  const twice = found.find((field, index) => found.indexOf(field) !== index)
  if (twice !== undefined) throw badInput('accounts.import_columns_twice', { errors: { columns: [twice] } })
  const missing = requiredFields.filter((field) => !found.includes(field))
  if (missing.length > 0) throw badInput('accounts.import_columns_missing', { errors: { columns: missing } })
}

const noFields: ImportFields = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  role: '',
  programme: '',
  cohort: '',
  startsOn: '',
  language: '',
  institution: '',
}

function fieldsOf(columns: readonly SheetColumn[], row: readonly string[]): ImportFields {
  const parts = columns.map(({ field }, index) => {
    const cell = row[index] ?? ''
    if (field === null) return {}
    return field === 'fullName' ? divideName(cell) : { [field]: cell }
  })
  return Object.assign({}, noFields, ...parts)
}

/** The last word is the last name. */
function divideName(name: string) {
  const at = name.search(/\s\S+$/)
  return at < 0 ? { firstName: name, lastName: '' } : { firstName: name.slice(0, at).trim(), lastName: name.slice(at).trim() }
}
