import { TEXT_MAX } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { findState, readersOf } from '../access.ts'
import { publishAltered } from '../server-events.ts'
import { findMessage } from '../staff/store.ts'
import { findUntranscribed, saveTranscript } from './store.ts'
import { readVoiceFile } from './voice-note.ts'

/** Transcribes a voice note, if an endpoint is configured. Its readers then receive the message again. */
export const transcribeJob = definePreparedJob({
  name: 'chat.transcribe',
  payload: z.strictObject({ messageId: z.int() }),
  retry: { limit: 5, delaySeconds: 10, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 300,
  concurrency: 2,
  prepare: async ({ db, engines, signal }, { messageId }) => {
    const { transcribe } = engines.transcription
    const voice = transcribe && (await findUntranscribed(db, messageId))
    const bytes = voice && (await readVoiceFile(engines.fileStore, voice.fileId))
    if (!transcribe || !voice || !bytes) return ''
    const text = await transcribe(bytes, signal, voice.type === 'audio/ogg' ? 'voice.ogg' : 'voice.webm')
    return text.replaceAll('\0', '').trim().slice(0, TEXT_MAX).toWellFormed()
  },
  work: async (ctx, { messageId }, transcript) => {
    if (transcript === '' || !(await saveTranscript(ctx.db, messageId, transcript, ctx.now()))) return
    const row = await findMessage(ctx.db, messageId)
    const state = row && (await findState(ctx.db, row.channelId))
    if (!row || !state) return
    const { kind, apart } = state
    publishAltered(ctx, { row, kind, apart, readers: readersOf(state), previousId: messageId })
  },
})
