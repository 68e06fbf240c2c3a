import { readCsv } from './read-csv.ts'
import type { SheetOutcome } from './read-sheet.ts'
import { readXlsx } from './read-xlsx.ts'

// Reads one untrusted file, in a process that can be killed at any moment, and ends.

process.on('message', (bytes: Uint8Array) => {
  process.send?.(read(bytes), () => process.exit(0))
})
// The server is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

/** The content decides, not the name. */
function read(bytes: Uint8Array): SheetOutcome {
  if (startsWith(bytes, [0x50, 0x4b])) return readXlsx(bytes)
  // An encrypted workbook, or one of Excel 97.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: 'encrypted' }
  return readCsv(bytes)
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
