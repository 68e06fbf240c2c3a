import { HOUR_MS } from '@saathi/contract/core/time'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#core/ctx.ts'
import { fileIdOf, type FileStore, isUnfinished, keyOf, type StoredObject, UNFINISHED } from './file-store.ts'
import { findFilesInShard, hasFile, type FileInShard, updateFileState } from './store.ts'

/** Much longer than an upload takes between its bytes and its row. */
const YOUNG_MS = HOUR_MS
const shards = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

export type SweepResult = { removed: number; missing: string[] }
type Sweep = {
  db: Db
  store: FileStore
  log: FastifyBaseLogger
  /** Real time: the store dates its files by it, even if the product's clock was moved. */
  now?: Date
  signal?: AbortSignal
}

/** Reconciles rows and bytes after a crash: bytes without a row are deleted, rows without bytes are marked. */
export async function sweepFiles({ db, store, log, now = new Date(), signal }: Sweep): Promise<SweepResult> {
  const swept: SweepResult = { removed: 0, missing: [] }
  const isOld = ({ modifiedAt }: StoredObject) => now.getTime() - modifiedAt.getTime() > YOUNG_MS
  for await (const object of store.list(UNFINISHED)) {
    if (isUnfinished(object.key) && isOld(object)) swept.removed += await remove(store, object.key)
  }
  for (const shard of shards) {
    signal?.throwIfAborted()
    // Reads the rows first: bytes are stored before their row, so a later listing contains the bytes of every row.
    const rows = await findFilesInShard(db, shard)
    const keys = new Set<string>()
    const known = new Set(rows.map(({ id }) => id))
    for await (const object of store.list(`${shard}/`)) {
      keys.add(object.key)
      const id = fileIdOf(object.key)
      if (id && isOld(object) && !known.has(id) && !(await hasFile(db, id))) swept.removed += await remove(store, object.key)
    }
    for (const row of rows) {
      if (await updateState(db, row, keys)) swept.missing.push(row.id)
    }
  }
  if (swept.missing.length > 0)
    log.error({ count: swept.missing.length, fileIds: swept.missing.slice(0, 20) }, 'files: bytes are missing')
  if (swept.removed > 0) log.info({ removed: swept.removed }, 'files: removed bytes without a row')
  return swept
}

async function remove(store: FileStore, key: string): Promise<number> {
  await store.delete(key)
  return 1
}

/** True if bytes of this row are missing. Unmarks rows whose bytes are back, for example after a restore. */
async function updateState(db: Db, row: FileInShard, keys: ReadonlySet<string>): Promise<boolean> {
  const needed = [keyOf(row.id, 'original'), ...(row.hasThumbnail ? [keyOf(row.id, 'thumbnail')] : [])]
  const isMissing = needed.some((key) => !keys.has(key))
  // Usually they agree, and nothing is written.
  if (isMissing !== row.isMissing) await updateFileState(db, row.id, isMissing ? 'missing' : 'stored')
  return isMissing
}
