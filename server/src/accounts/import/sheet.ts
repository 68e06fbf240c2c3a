import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import type { SheetOutcome } from './sheet-outcome.ts'

/** Detects the format by content, not by name. Call it for untrusted files only in a process that can be killed. */
export function readSheet(bytes: Uint8Array): SheetOutcome {
  if (startsWith(bytes, [0x50, 0x4b])) return readXlsx(bytes)
  // An encrypted workbook, or one of Excel 97.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: 'encrypted' }
  return readCsv(bytes)
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
