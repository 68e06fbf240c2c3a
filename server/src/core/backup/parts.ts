import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export type ContentDigest = { bytes: number; sha256: string }
type Chunks = AsyncIterable<Uint8Array>

/** Flushed to disk, and readable by the owner only: a backup contains personal data. */
const ownerOnly = { flags: 'wx', mode: 0o600, flush: true } as const

/** Passes chunks through and computes their size and hash. */
export function measure() {
  const sum = createHash('sha256')
  let bytes = 0
  return {
    async *through(source: Chunks) {
      for await (const chunk of source) {
        sum.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    result: (): ContentDigest => ({ bytes, sha256: sum.digest('hex') }),
  }
}

export async function writePart(path: string, source: Chunks, signal?: AbortSignal): Promise<ContentDigest> {
  const measured = measure()
  const zip = createGzip({ level: 6 })
  await pipeline(source, zip, measured.through, createWriteStream(path, ownerOnly), { signal })
  return measured.result()
}

/** Without compression, for content that is already compressed. */
export async function writePlain(path: string, source: Chunks, signal?: AbortSignal): Promise<ContentDigest> {
  const measured = measure()
  await pipeline(source, measured.through, createWriteStream(path, ownerOnly), { signal })
  return measured.result()
}

/** Decompresses a part for the reader and returns the digest of the part as stored. */
export async function readPart(path: string, read: (content: Chunks) => Promise<void>): Promise<ContentDigest> {
  const measured = measure()
  await pipeline(createReadStream(path), measured.through, createGunzip(), read)
  return measured.result()
}

export async function measureFile(path: string): Promise<ContentDigest> {
  const measured = measure()
  for await (const _ of measured.through(createReadStream(path)));
  return measured.result()
}

export async function writePrivateFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true })
}

const BATCH_BYTES = 64 * 1024

/** Joins small rows into larger chunks, and calls `onRow` with each row first. */
export async function* inBatches(rows: Chunks, onRow: (row: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  let batch: Uint8Array[] = []
  let bytes = 0
  for await (const row of rows) {
    onRow(row)
    batch.push(row)
    bytes += row.length
    if (bytes < BATCH_BYTES) continue
    yield Buffer.concat(batch)
    batch = []
    bytes = 0
  }
  yield Buffer.concat(batch)
}

export async function* inLines(content: Chunks): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
