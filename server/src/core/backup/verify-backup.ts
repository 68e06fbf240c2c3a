import { join } from 'node:path'
import * as z from 'zod/mini'
import { fileIdOf } from '../files/file-store.ts'
import { OperatorError } from '../operator-error.ts'
import type { ListedFile } from './back-up-files.ts'
import { fileListPath, filePath, type Manifest, type Part, readManifest, tablePath } from './manifest.ts'
import { inLines, measureFile, readPart, type ContentDigest } from './parts.ts'

const Listed = z.strictObject({
  key: z.string().check(z.refine((key) => fileIdOf(key) !== null)),
  bytes: z.int(),
  sha256: z.string(),
})
const LINE_END = 10

/** Reads everything and writes nothing. Problems are reported in one line with the name of the part. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const table of manifest.tables) {
    const path = tablePath(table)
    let rows = 0
    await verifyPart(folder, path, table.part, async (content) => {
      for await (const chunk of content) rows += countLines(chunk)
    })
    if (rows !== table.rows) throw new OperatorError(`The backup is damaged: ${path} has ${rows} rows instead of ${table.rows}.`)
  }
  const { files } = manifest
  let count = 0
  await verifyPart(folder, fileListPath, files.list, async (content) => {
    for await (const file of readList(content)) {
      await verifyFile(folder, file)
      count += 1
    }
  })
  if (count !== files.count) throw new OperatorError(`The backup is damaged: it lists ${count} files instead of ${files.count}.`)
  return manifest
}

/** As a stream: the list may not fit into memory. */
export async function readFileList(folder: string, use: (file: ListedFile) => Promise<void>): Promise<void> {
  await readPart(join(folder, fileListPath), async (content) => {
    for await (const file of readList(content)) await use(file)
  })
}

async function* readList(content: AsyncIterable<Uint8Array>): AsyncGenerator<ListedFile> {
  for await (const line of inLines(content)) yield Listed.parse(JSON.parse(line))
}

type Read = (content: AsyncIterable<Uint8Array>) => Promise<void>

async function verifyPart(folder: string, path: string, expected: Part, read: Read) {
  requireSame(path, await readPart(join(folder, path), read).catch((error: unknown) => explain(path, error)), expected)
}

async function verifyFile(folder: string, file: ListedFile) {
  const path = filePath(file.key)
  requireSame(path, await measureFile(join(folder, path)).catch((error: unknown) => explain(path, error)), file)
}

function requireSame(path: string, found: ContentDigest, expected: Part) {
  if (found.sha256 === expected.sha256 && found.bytes === expected.bytes) return
  throw new OperatorError(`The backup is damaged: ${path} was changed.`)
}

/** A part that cannot be decompressed or parsed was changed too. */
function explain(path: string, error: unknown): never {
  if (error instanceof OperatorError) throw error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') throw new OperatorError(`The backup is damaged: ${path} is missing.`)
  if (code === 'EACCES' || code === 'EPERM') throw new OperatorError(`This account may not read ${path} of the backup.`)
  if (code.startsWith('Z_') || code === '') throw new OperatorError(`The backup is damaged: ${path} was changed.`)
  throw error
}

function countLines(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) lines += 1
  return lines
}
