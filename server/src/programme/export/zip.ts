import { zipSync } from 'fflate'
import type { Files } from './programme.ts'

/** The first time that an archive can express, in whatever time zone the server is. */
const TIME = new Date(1980, 0, 1)

/** The same files make the same bytes: sorted names, one time, one level of compression. */
export function zipFiles(files: Files): Uint8Array {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const bytes = sorted.map(([name, content]) => [name, new Uint8Array(Buffer.from(content))] as const)
  return zipSync(Object.fromEntries(bytes), { level: 6, mtime: TIME })
}
