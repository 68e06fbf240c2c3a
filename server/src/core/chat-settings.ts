import * as z from 'zod/mini'
import { OperatorError } from './operator-error.ts'

/** Any endpoint that speaks as OpenAI's chat completions do; without one the assistant answers from our own texts alone. */
export type AssistantSettings = {
  /** What stands before `/chat/completions`. */
  url: string
  key: string | undefined
  model: string
  answerWithinMs: number
}

/** A service that is searched for GIFs as GIPHY is; without one there are those that are shipped. */
export type GifSettings = { url: string; key: string; /** Whence pages load the pictures themselves. */ mediaOrigin: string }

export type ChatSettings = { assistant: AssistantSettings | undefined; gifs: GifSettings | undefined }

/** Less than the minute in which people are promised a word, so that ours is there by then. */
export const ASSISTANT_ANSWERS_WITHIN_MS = 55_000

const Address = z.optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://models.example/v1' }))
const Given = z.optional(z.string().check(z.maxLength(500), z.regex(/^[\x21-\x7e]+$/, 'must be as the service gave it')))

export const chatVariables = {
  ASSISTANT_URL: Address,
  ASSISTANT_KEY: Given,
  ASSISTANT_MODEL: Given,
  GIF_SERVICE_URL: Address,
  GIF_SERVICE_KEY: Given,
  GIF_MEDIA_URL: Address,
}
const Variables = z.object(chatVariables)

export function readChat(given: z.infer<typeof Variables>, mode: string): ChatSettings {
  return { assistant: readAssistant(given, mode), gifs: readGifs(given, mode) }
}

function readAssistant(given: z.infer<typeof Variables>, mode: string): AssistantSettings | undefined {
  const { ASSISTANT_URL: url, ASSISTANT_KEY: key, ASSISTANT_MODEL: model } = given
  if (!url && !key && !model) return undefined
  if (!url || !model) throw new OperatorError('ASSISTANT_URL and ASSISTANT_MODEL must be set together.')
  requireSafe('ASSISTANT_URL', url, mode)
  // Bounded: a setting of the operator.
  return { url: url.replace(/\/+$/, ''), key, model, answerWithinMs: ASSISTANT_ANSWERS_WITHIN_MS }
}

const giphy = { url: 'https://api.giphy.com/v1/gifs', mediaOrigin: 'https://*.giphy.com' }

function readGifs(given: z.infer<typeof Variables>, mode: string): GifSettings | undefined {
  const { GIF_SERVICE_URL: url, GIF_SERVICE_KEY: key, GIF_MEDIA_URL: media } = given
  if (!url && !key && !media) return undefined
  if (!key || !url !== !media) {
    throw new OperatorError('GIF_SERVICE_URL and GIF_MEDIA_URL must be set together, and with GIF_SERVICE_KEY.')
  }
  if (!url || !media) return { key, ...giphy }
  requireSafe('GIF_SERVICE_URL', url, mode)
  requireSafe('GIF_MEDIA_URL', media, mode)
  // Bounded: a setting of the operator.
  return { key, url: url.replace(/\/+$/, ''), mediaOrigin: new URL(media).origin }
}

const ownMachine = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** What people write goes there: only over TLS, or where nobody can listen in between. */
function requireSafe(name: string, address: string, mode: string): void {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && (mode === 'production' || !ownMachine.has(hostname))) {
    throw new OperatorError(`${name} must begin with https://.`)
  }
}
