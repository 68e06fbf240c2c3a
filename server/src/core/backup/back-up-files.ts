import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type FileStore, keyOf } from '../files/file-store.ts'
import { fileListPath, filePath, type Manifest } from './manifest.ts'
import { writePart, writePlain } from './parts.ts'

export type ListedFile = { key: string; bytes: number; sha256: string }
type Row = { id: string; size: number; sha256: string; thumbnail_size: number | null; thumbnail_sha256: string | null }

const PAGE = 500
const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Saves the files that the rows of the snapshot reference. Bytes are written before their row and never change, so reading them
 * now is safe. Files that are already missing in the store are listed and do not stop the backup.
 */
export async function backUpFiles(parts: {
  client: pg.Client
  store: FileStore
  folder: string
  signal?: AbortSignal
}): Promise<Manifest['files']> {
  const { client, store, folder, signal } = parts
  const missing: string[] = []
  let count = 0
  let bytes = 0

  async function* saved() {
    for await (const file of findReferenced(client)) {
      signal?.throwIfAborted()
      if (await saveFile(store, folder, file, signal)) {
        count += 1
        bytes += file.bytes
        yield Buffer.from(`${JSON.stringify(file)}\n`)
      } else {
        missing.push(file.key)
      }
    }
  }
  const list = await writePart(join(folder, fileListPath), saved(), signal)
  return { count, bytes, missing, list }
}

/** For a database from before the file table existed. */
export const noFiles = async (folder: string): Promise<Manifest['files']> => ({
  count: 0,
  bytes: 0,
  missing: [],
  list: await writePart(join(folder, fileListPath), (async function* () {})()),
})

async function* findReferenced(client: pg.Client): AsyncGenerator<ListedFile> {
  for (let after = lowestId; ;) {
    const { rows } = await client.query<Row>(
      `select id, size, encode(sha256, 'hex') as sha256, thumbnail_size, encode(thumbnail_sha256, 'hex') as thumbnail_sha256
       from public.file where id > $1 order by id limit ${PAGE}`,
      [after],
    )
    for (const row of rows) {
      yield { key: keyOf(row.id, 'original'), bytes: row.size, sha256: row.sha256 }
      if (row.thumbnail_size !== null && row.thumbnail_sha256 !== null) {
        yield { key: keyOf(row.id, 'thumbnail'), bytes: row.thumbnail_size, sha256: row.thumbnail_sha256 }
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

async function saveFile(store: FileStore, folder: string, file: ListedFile, signal?: AbortSignal): Promise<boolean> {
  const source = await store.get(file.key)
  if (!source) return false
  const path = join(folder, filePath(file.key))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = await writePlain(path, source, signal)
  if (written.sha256 === file.sha256 && written.bytes === file.bytes) return true
  await rm(path)
  return false
}
