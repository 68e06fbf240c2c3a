import { createHash, randomUUID } from 'node:crypto'
import { INDIA_OFFSET_MS } from '@saathi/contract/core/india-day'
import type { ListenerCtx } from '#core/events.ts'
import { type FileStore, keyOf } from '#core/files/file-store.ts'
import { type FileRow, insertFile } from '#core/files/store.ts'
import { findFirstPerson } from './meeting-store.ts'

export type Purpose = 'video_recording' | 'video_transcript' | 'video_summary'
export type MadeFile = Omit<FileRow, 'ownerId' | 'createdAt'>
type Content = { purpose: Purpose; name: string; type: string; bytes: Uint8Array }

/** Before the row: bytes that no row names in the end are found by the sweeper. */
export async function keepMade(store: FileStore, { purpose, name, type, bytes }: Content): Promise<MadeFile> {
  const id = randomUUID()
  await store.put(keyOf(id, 'original'), bytes)
  return {
    id,
    purpose,
    name,
    type,
    size: bytes.byteLength,
    width: null,
    height: null,
    sha256: createHash('sha256').update(bytes).digest(),
    thumbnailSize: null,
    thumbnailSha256: null,
  }
}

export const keepText = (store: FileStore, purpose: Purpose, name: string, text: string): Promise<MadeFile> =>
  keepMade(store, { purpose, name, type: 'text/plain; charset=utf-8', bytes: Buffer.from(text) })

/** Its row, in the name of who was in the call first; null where nobody is left whose it could be. */
export async function keepFor(ctx: ListenerCtx, meetingId: number, made: MadeFile): Promise<string | null> {
  const ownerId = await findFirstPerson(ctx.db, meetingId)
  if (ownerId === null) return null
  await insertFile(ctx.db, { ...made, ownerId, createdAt: ctx.now() })
  return made.id
}

/** The day of the call, as people in India know it. */
export const dayOf = (time: Date): string => new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)
