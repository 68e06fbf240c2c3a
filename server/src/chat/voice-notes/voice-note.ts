import { VOICE_BYTES_PER_MINUTE, VOICE_MAX_SECONDS, type VoiceNote } from '@saathi/contract/chat/voice'
import { MINUTE_MS, SECOND_MS } from '@saathi/contract/core/time'
import { buffer } from 'node:stream/consumers'
import { badInput } from '#core/errors.ts'
import { keyOf, type FileStore } from '#core/files/file-store.ts'
import { durationOf } from './duration.ts'

/** A recorder stops a little after its limit. */
const SLACK_MS = 2 * SECOND_MS
const SLACK_BYTES = 25_000

/** The only audio that can be sent. */
export const isVoiceType = (type: string): boolean => type.startsWith('audio/')

export async function readVoiceFile(store: FileStore, fileId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = await store.get(keyOf(fileId, 'original'))
  return stream && new Uint8Array(await buffer(stream))
}

type VoiceFile = { id: string; type: string; waveform: readonly number[] | undefined }

/** Measures the recording. Refuses recordings that are empty, too long, too large for their length, or of another format. */
export async function measureVoice(store: FileStore, { id, type, waveform }: VoiceFile): Promise<VoiceNote> {
  const bytes = await readVoiceFile(store, id)
  const duration = bytes && durationOf(type, bytes)
  if (!bytes || !duration || duration > VOICE_MAX_SECONDS * SECOND_MS + SLACK_MS) throw refused()
  if (bytes.length > SLACK_BYTES + (VOICE_BYTES_PER_MINUTE * duration) / MINUTE_MS) throw refused()
  return { duration_ms: duration, waveform: [...(waveform ?? [])] }
}

const refused = () => badInput('chat.attachment_refused', { text: 'refusal.chat.attachment_refused.voice' })
