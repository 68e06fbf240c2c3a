import { crc32 } from 'node:zlib'
import { setImmediate } from 'node:timers/promises'
import { Inflate } from 'fflate'
import type { Problem } from '../problems.ts'
import { ProgrammeProblems } from '../programme.ts'
import { checkFileCount, checkFileNames, isIgnored } from './file-names.ts'
import type { ProgrammeSource } from './source.ts'
import { BadZip, countEntries, readDirectory, type ZipEntry } from './zip-directory.ts'

const MB = 1024 * 1024
/** Limit per file: that of a recording. Pictures are much smaller, and the longest text has 60,000 characters. */
const MAX_FILE_BYTES = 4 * MB
const MAX_TOTAL_BYTES = 64 * MB
/** JSON in seven languages reaches about 20. */
const MAX_RATIO = 120
const SMALL_BYTES = MB / 4
const CHUNK_BYTES = 16 * 1024
const STORED = 0
const DEFLATED = 8

/** The files of an archive, in memory. Limits are counted while unpacking, whatever the archive claims. */
export async function openZip(bytes: Uint8Array): Promise<ProgrammeSource> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readEntries(zip)
  requireNone(entries.flatMap(checkEntry))
  const unpacked = new Map<string, Buffer>()
  let total = 0
  for (const entry of entries) {
    const file = unpack(zip, entry, MAX_TOTAL_BYTES - total)
    total += file.length
    unpacked.set(entry.name, file)
    // Other requests are served in between.
    await setImmediate()
  }
  const files = withoutTop(unpacked)
  return {
    files: [...files.keys()].toSorted(),
    readBytes: async (name) => files.get(name) ?? Buffer.alloc(0),
  }
}

function readEntries(zip: Buffer): ZipEntry[] {
  try {
    requireNone(checkFileCount(countEntries(zip)))
    const all = readDirectory(zip).filter(({ name }) => !isIgnored(name))
    requireNone(checkFileNames(all.map(({ name, isFolder }) => (isFolder ? name.slice(0, -1) : name))))
    requireNone(all.flatMap(({ name, isPlain }) => (isPlain ? [] : [{ file: name, text: 'must be an ordinary file' }])))
    return all.filter(({ isFolder }) => !isFolder)
  } catch (error) {
    if (error instanceof ProgrammeProblems) throw error
    throw new ProgrammeProblems([{ file: '', text: 'is not a zip archive, or is damaged' }])
  }
}

function requireNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProgrammeProblems(problems)
}

function checkEntry({ name: file, isEncrypted, method, bytes }: ZipEntry): Problem[] {
  if (isEncrypted) return [{ file, text: 'is locked with a password' }]
  if (method !== STORED && method !== DEFLATED) return [{ file, text: 'is packed in a way that cannot be read' }]
  return bytes > MAX_FILE_BYTES ? [{ file, text: `must not be larger than ${MAX_FILE_BYTES / MB} MB` }] : []
}

function unpack(zip: Buffer, entry: ZipEntry, left: number): Buffer {
  const { name: file, method, start, packedBytes, bytes, crc } = entry
  const packed = zip.subarray(start, start + packedBytes)
  const refuse = (text: string) => new ProgrammeProblems([{ file, text }])
  const most = Math.min(MAX_FILE_BYTES, left, Math.max(SMALL_BYTES, packedBytes * MAX_RATIO))
  const tooMuch = () => refuse('unpacks to more than is allowed')
  if (method === STORED && packedBytes > most) throw tooMuch()
  const content = method === STORED ? packed : inflate(packed, most)
  if (content === 'too much') throw tooMuch()
  if (content === 'damaged' || content.length !== bytes || crc32(content) !== crc) throw refuse('is damaged')
  return content
}

function inflate(packed: Buffer, most: number): Buffer | 'too much' | 'damaged' {
  const chunks: Uint8Array[] = []
  let total = 0
  const stream = new Inflate((chunk) => {
    total += chunk.length
    if (total > most) throw new BadZip()
    chunks.push(chunk)
  })
  try {
    for (let at = 0; at < packed.length; at += CHUNK_BYTES)
      stream.push(packed.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= packed.length)
    return Buffer.concat(chunks)
  } catch (error) {
    return error instanceof BadZip ? 'too much' : 'damaged'
  }
}

/** Archives often contain the folder itself: removes that top level. */
function withoutTop(files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  const top = [...files.keys()][0]?.split('/')[0] ?? ''
  const isWrapped = files.has(`${top}/programme.json`) && [...files.keys()].every((name) => name.startsWith(`${top}/`))
  return isWrapped ? new Map([...files].map(([name, bytes]) => [name.slice(top.length + 1), bytes])) : files
}
