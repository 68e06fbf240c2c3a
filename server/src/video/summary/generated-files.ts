import { createHash, randomUUID } from 'node:crypto'
import { INDIA_OFFSET_MS } from '@saathi/contract/core/india-day'
import type { ListenerCtx } from '#core/ctx.ts'
import { type FileStore, keyOf } from '#core/files/file-store.ts'
import { type FileRow, insertFile } from '#core/files/store.ts'
import type { JobTools } from '#core/jobs/define-job.ts'
import { findFirstPerson, type Meeting } from '../meeting-store.ts'
import { findNextToSeal, findPieces, updateSealed } from '../recording/segment-store.ts'

export type Purpose = 'video_recording' | 'video_transcript' | 'video_summary'
export type GeneratedFile = Omit<FileRow, 'ownerId' | 'createdAt'>
type Content = { purpose: Purpose; name: string; type: string; bytes: Uint8Array }

/** Store the bytes before the row: the sweeper deletes bytes without a row. */
async function storeGenerated(store: FileStore, { purpose, name, type, bytes }: Content): Promise<GeneratedFile> {
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
export async function insertGeneratedFile(ctx: ListenerCtx, meetingId: number, file: GeneratedFile): Promise<string | null> {
  const ownerId = await findFirstPerson(ctx.db, meetingId)
  if (ownerId === null) return null
  await insertFile(ctx.db, { ...file, ownerId, createdAt: ctx.now() })
  return file.id
}

/** The date of the call in India. */
export const dayOf = (time: Date): string => new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)

/** Merges the pieces of the next ended segment into a file; null if there is none. */
export async function sealNextSegment({ db, engines }: JobTools, meeting: Meeting) {
  const segment = await findNextToSeal(db, meeting.id)
  if (!segment) return null
  const bytes = Buffer.concat(await findPieces(db, segment.id))
  const name = `recording-${dayOf(segment.startedAt)}-${segment.number}.webm`
  const content = { purpose: 'video_recording', name, type: 'video/webm', bytes } as const
  // The recorder sent nothing.
  const file = bytes.length === 0 ? null : await storeGenerated(engines.fileStore, content)
  return async (ctx: ListenerCtx): Promise<boolean> => {
    // Another job sealed it at the same time.
    if ((await findNextToSeal(ctx.db, meeting.id))?.id !== segment.id) return true
    await updateSealed(ctx.db, segment.id, file && (await insertGeneratedFile(ctx, meeting.id, file)), ctx.now())
    return true
  }
}
