import * as z from 'zod/mini'
import type { TranscriptionSettings } from '#core/settings/video.ts'

/** The endpoint is down, refused or timed out. The message is for the team only. */
class TranscriptionFailure extends Error {}

export type TranscriptionEngine = {
  /** Null without an endpoint: the captions are used instead. */
  transcribe: ((recording: Uint8Array<ArrayBuffer>, signal: AbortSignal, name?: string) => Promise<string>) | null
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    transcription: TranscriptionEngine
  }
}

const Answer = z.object({ text: z.string() })
/** Maximum reply size; ten minutes of fast speech need about a tenth of this. */
const MAX_BYTES = 1024 * 1024

export function transcriptionEngine(settings: TranscriptionSettings | undefined): TranscriptionEngine {
  return { transcribe: settings ? (recording, signal, name) => requestTranscription(settings, recording, signal, name) : null }
}

/** The URL is set by the operator, not by users. Redirects are rejected, as for the assistant. */
async function requestTranscription(
  { url, key, model, answerWithinMs }: TranscriptionSettings,
  recording: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  name = 'call.webm',
): Promise<string> {
  const form = new FormData()
  form.set('file', new File([recording], name, { type: name.endsWith('.ogg') ? 'audio/ogg' : 'video/webm' }))
  form.set('model', model)
  form.set('response_format', 'json')
  try {
    const response = await fetch(`${url}/audio/transcriptions`, {
      method: 'POST',
      redirect: 'error',
      headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: form,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    })
    if (!response.ok) throw new TranscriptionFailure(`The transcription endpoint answered ${response.status}.`)
    return Answer.parse(JSON.parse(await readLimited(response))).text
  } catch (error) {
    if (error instanceof TranscriptionFailure) throw error
    throw new TranscriptionFailure('The transcription endpoint could not be reached.', { cause: error })
  }
}

async function readLimited({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new TranscriptionFailure('The transcription endpoint replied with too much data.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
