import * as z from 'zod/mini'
import { OperatorError } from '../operator-error.ts'

/** Any endpoint compatible with OpenAI's chat completions; without one the assistant answers from our own texts only. */
export type AssistantSettings = {
  /** The URL without `/chat/completions`. */
  url: string
  key: string | undefined
  model: string
  answerWithinMs: number
}

/** A GIF search service compatible with GIPHY; without one only the shipped GIFs are offered. */
export type GifSettings = { url: string; key: string; /** The origin from which pages load the pictures. */ mediaOrigin: string }

export type ChatSettings = { assistant: AssistantSettings | undefined; gifs: GifSettings | undefined }

/** Less than the minute in which people are promised a reply, so that ours arrives in time. */
export const ASSISTANT_TIMEOUT_MS = 55_000

const Address = z.optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://models.example/v1' }))
const ServiceValue = z.optional(
  z.string().check(z.maxLength(500), z.regex(/^[\x21-\x7e]+$/, 'must be the value from the service')),
)

export const chatVariables = {
  ASSISTANT_URL: Address,
  ASSISTANT_KEY: ServiceValue,
  ASSISTANT_MODEL: ServiceValue,
  GIF_SERVICE_URL: Address,
  GIF_SERVICE_KEY: ServiceValue,
  GIF_MEDIA_URL: Address,
}
const Variables = z.object(chatVariables)

export function readChat(values: z.infer<typeof Variables>, mode: string): ChatSettings {
  return { assistant: readAssistant(values, mode), gifs: readGifs(values, mode) }
}

function readAssistant(values: z.infer<typeof Variables>, mode: string): AssistantSettings | undefined {
  const { ASSISTANT_URL: url, ASSISTANT_KEY: key, ASSISTANT_MODEL: model } = values
  if (!url && !key && !model) return undefined
  if (!url || !model) throw new OperatorError('ASSISTANT_URL and ASSISTANT_MODEL must be set together.')
  requireSafe('ASSISTANT_URL', url, mode)
  // Bounded: a setting of the operator.
  return { url: url.replace(/\/+$/, ''), key, model, answerWithinMs: ASSISTANT_TIMEOUT_MS }
}

const giphy = { url: 'https://api.giphy.com/v1/gifs', mediaOrigin: 'https://*.giphy.com' }

function readGifs(values: z.infer<typeof Variables>, mode: string): GifSettings | undefined {
  const { GIF_SERVICE_URL: url, GIF_SERVICE_KEY: key, GIF_MEDIA_URL: media } = values
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

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** People's messages are sent there, so TLS is required, except on this machine outside production. */
function requireSafe(name: string, address: string, mode: string): void {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && (mode === 'production' || !loopbackHosts.has(hostname))) {
    throw new OperatorError(`${name} must begin with https://.`)
  }
}
