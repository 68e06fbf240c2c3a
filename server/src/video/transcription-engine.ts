import * as z from 'zod/mini'
import type { TranscriptionSettings } from '#core/video-settings.ts'

/** The endpoint is down, refuses or was too slow: the words are for the team alone. */
export class TranscriptionFailure extends Error {}

export type TranscriptionEngine = {
  /** Null where nobody writes down films, and the captions are taken. */
  transcribe: ((film: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<string>) | null
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    transcription: TranscriptionEngine
  }
}

const Answer = z.object({ text: z.string() })
/** Ten minutes of the fastest talker are a tenth of it. */
const MAX_BYTES = 1024 * 1024

export function transcriptionEngine(settings: TranscriptionSettings | undefined): TranscriptionEngine {
  return { transcribe: settings ? (film, signal) => askTranscription(settings, film, signal) : null }
}

/** The address is the operator's own choice and no user's wish; where it redirects to is not followed, as with the assistant. */
async function askTranscription(
  { url, key, model, answerWithinMs }: TranscriptionSettings,
  film: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData()
  form.set('file', new File([film], 'call.webm', { type: 'video/webm' }))
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
    return Answer.parse(JSON.parse(await readSmall(response))).text
  } catch (error) {
    if (error instanceof TranscriptionFailure) throw error
    throw new TranscriptionFailure('The transcription endpoint could not be asked.', { cause: error })
  }
}

async function readSmall({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new TranscriptionFailure('The transcription endpoint said too much.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
