import { createHash, randomUUID } from 'node:crypto'
import { INDIA_OFFSET_MS } from '@saathi/contract/core/india-day'
import type { ListenerCtx } from '#core/ctx.ts'
import { type FileStore, keyOf } from '#core/files/file-store.ts'
import { type FileRow, insertFile } from '#core/files/store.ts'
import { findFirstPerson } from '../meeting-store.ts'

export type Purpose = 'video_recording' | 'video_transcript' | 'video_summary'
export type GeneratedFile = Omit<FileRow, 'ownerId' | 'createdAt'>
type Content = { purpose: Purpose; name: string; type: string; bytes: Uint8Array }

/** Store the bytes before the row: the sweeper deletes bytes without a row. */
export async function storeGenerated(store: FileStore, { purpose, name, type, bytes }: Content): Promise<GeneratedFile> {
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

export const storeText = (store: FileStore, purpose: Purpose, name: string, text: string): Promise<GeneratedFile> =>
  storeGenerated(store, { purpose, name, type: 'text/plain; charset=utf-8', bytes: Buffer.from(text) })

/** Inserts the row, owned by the first participant; null if no participant is left to own it. */
export async function insertGeneratedFile(ctx: ListenerCtx, meetingId: number, made: GeneratedFile): Promise<string | null> {
  const ownerId = await findFirstPerson(ctx.db, meetingId)
  if (ownerId === null) return null
  await insertFile(ctx.db, { ...made, ownerId, createdAt: ctx.now() })
  return made.id
}

/** The date of the call in India. */
export const dayOf = (time: Date): string => new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)
