import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#core/ctx.ts'

export type FileRow = {
  id: string
  ownerId: number
  purpose: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
  sha256: Buffer
  thumbnailSize: number | null
  thumbnailSha256: Buffer | null
  createdAt: Date
}

const columns = [
  'id',
  'owner_id as ownerId',
  'purpose',
  'name',
  'type',
  'size',
  'width',
  'height',
  'sha256',
  'thumbnail_size as thumbnailSize',
  'thumbnail_sha256 as thumbnailSha256',
  'created_at as createdAt',
] as const

export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await db
    .insertInto('file')
    .values({
      id: file.id,
      owner_id: file.ownerId,
      purpose: file.purpose,
      name: file.name,
      type: file.type,
      size: file.size,
      width: file.width,
      height: file.height,
      sha256: file.sha256,
      thumbnail_size: file.thumbnailSize,
      thumbnail_sha256: file.thumbnailSha256,
      created_at: file.createdAt,
    })
    .execute()
}

export async function findFile(db: Db, id: string): Promise<FileRow | null> {
  return (await db.selectFrom('file').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findFiles(db: Db, ids: readonly string[]): Promise<FileRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('file').select(columns).where('id', 'in', ids).execute()
}

/** Part of a statement that reads a row with the id of a file: what a link to the file needs. */
export const fileAsJson = (db: Db, idColumn: string) =>
  jsonObjectFrom(
    db
      .selectFrom('file')
      .select(['file.id', 'name', 'type', 'size', 'width', 'height', 'thumbnail_size as thumbnailSize'])
      .where('file.id', '=', sql.ref<string>(idColumn)),
  )

/** Locks files against deletion until the end of a transaction that references them. */
export async function lockFiles(db: Db, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('file').select(columns).where('id', 'in', ids).forKeyShare().execute()
}

/** All files of a person, for the export of their data. */
export function findFilesOf(db: Db, ownerId: number): Promise<FileRow[]> {
  return db.selectFrom('file').select(columns).where('owner_id', '=', ownerId).orderBy('created_at').orderBy('id').execute()
}

export async function deleteFiles(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('file').where('id', 'in', ids).execute()
}

export type FileInShard = { id: string; hasThumbnail: boolean; isMissing: boolean }

/** The files whose ids start with these two digits, so that a large store is processed in parts. */
export async function findFilesInShard(db: Db, shard: string): Promise<FileInShard[]> {
  const rows = await db
    .selectFrom('file')
    .select(['id', 'thumbnail_size', 'state'])
    .where('id', '>=', `${shard}000000-0000-0000-0000-000000000000`)
    .where('id', '<=', `${shard}ffffff-ffff-ffff-ffff-ffffffffffff`)
    .execute()
  return rows.map(({ id, thumbnail_size, state }) => ({
    id,
    hasThumbnail: thumbnail_size !== null,
    isMissing: state === 'missing',
  }))
}

export async function hasFile(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('file').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function updateFileState(db: Db, id: string, state: 'stored' | 'missing'): Promise<void> {
  await db.updateTable('file').set({ state }).where('id', '=', id).execute()
}
