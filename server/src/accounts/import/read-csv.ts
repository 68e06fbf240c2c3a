import { parse } from 'csv-parse/sync'
import { IMPORT_MAX_CELL, IMPORT_MAX_ROWS } from '@saathi/contract/accounts/import-calls'
import type { SheetOutcome } from './sheet-outcome.ts'

const separators = [',', ';', '\t'] as const
const MAX_RECORD_CHARACTERS = 11_000_000

/** Rows as a spreadsheet shows them. All cells stay text; formulas are not evaluated. */
export function readCsv(bytes: Uint8Array): SheetOutcome {
  const text = decode(bytes)
  if (text === null) return { problem: 'encoding' }
  try {
    const rows: string[][] = parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: MAX_RECORD_CHARACTERS,
      // The header and one more row than allowed, to detect files that are too long.
      to: IMPORT_MAX_ROWS + 2,
    })
    return { rows: rows.map((row) => row.map(cutCell)) }
  } catch {
    return { problem: 'unreadable' }
  }
}

/**
 * Cuts cells that are too long for any field; they are refused later. The database can store neither NUL, which is replaced, nor
 * half of a surrogate pair, which a cut may leave.
 */
export function cutCell(cell: string): string {
  const cut = cell.length >= IMPORT_MAX_CELL ? cell.slice(0, IMPORT_MAX_CELL - 1) : cell
  return cut.replaceAll('\0', '\u0001').toWellFormed().trim()
}

/** UTF-8 or UTF-16, which Excel writes as 'Unicode text'. Null for anything else: guessing would spoil names. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a byte order mark: the header starts with a letter, and one byte of a Latin letter in UTF-16 is zero.
  if (first === 0) return 'utf-16be'
  return second === 0 ? 'utf-16le' : 'utf-8'
}

/** The separator that splits the header into the most columns. */
function separatorOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const count = (separator: string) => header.split(separator).length
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best))
}
