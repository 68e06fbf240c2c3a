import { zipSync } from 'fflate'
import type { Files } from './programme.ts'

/** The earliest time that the ZIP format supports, in any time zone. */
const TIME = new Date(1980, 0, 1)

/** Deterministic: sorted names, a fixed time and a fixed compression level. */
export function zipFiles(files: Files): Uint8Array {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const bytes = sorted.map(([name, content]) => [name, new Uint8Array(Buffer.from(content))] as const)
  return zipSync(Object.fromEntries(bytes), { level: 6, mtime: TIME })
}
