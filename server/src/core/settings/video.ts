import * as z from 'zod/mini'
import { OperatorError } from '../operator-error.ts'

/** coturn with `use-auth-secret`: user names and passwords are derived from the secret, for a few hours each. */
type TurnSettings = { urls: readonly string[]; secret: string }

/** A self-hosted deployment; it admits people by tokens signed with its secret. */
export type JitsiSettings = {
  /** The origin for content security policies. */
  origin: string
  /** Host and, if it is not the default, port. */
  domain: string
  appId: string
  secret: string
}

/** Any endpoint compatible with OpenAI's transcription; without one the captions of the browsers are used. */
export type TranscriptionSettings = {
  /** The URL without `/audio/transcriptions`. */
  url: string
  key: string | undefined
  model: string
  answerWithinMs: number
}

export type VideoSettings = {
  stunUrls: readonly string[]
  turn: TurnSettings | undefined
  /** Without it calls are peer to peer. */
  jitsi: JitsiSettings | undefined
  transcription: TranscriptionSettings | undefined
}

const TRANSCRIPTION_TIMEOUT_MS = 10 * 60_000
const MAX_URLS = 5

const listOf = (pattern: RegExp, example: string) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(2000)),
        z.transform((text: string) => text.split(',').map((url) => url.trim())),
      ),
      z
        .array(z.string().check(z.regex(pattern, `must be addresses such as ${example}, with commas between them`)))
        .check(z.maxLength(MAX_URLS, `must not be more than ${MAX_URLS} addresses`)),
    ),
  )
const ServiceValue = z.optional(
  z.string().check(z.maxLength(500), z.regex(/^[\x21-\x7e]+$/, 'must be the value from the service')),
)
const Secret = z.optional(z.string().check(z.maxLength(500), z.minLength(32, 'must be at least 32 characters')))

export const videoVariables = {
  STUN_URLS: listOf(/^stuns?:[\w.:[\]-]{1,200}$/, 'stun:turn.example:3478'),
  TURN_URLS: listOf(/^turns?:[\w.:[\]-]{1,200}(\?transport=(udp|tcp))?$/, 'turns:turn.example:5349?transport=tcp'),
  TURN_SECRET: Secret,
  JITSI_DOMAIN: z.optional(z.string().check(z.regex(/^[a-z\d.-]{1,253}(:\d{1,5})?$/, 'must be a host such as meet.example'))),
  JITSI_APP_ID: ServiceValue,
  JITSI_APP_SECRET: Secret,
  TRANSCRIPTION_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://models.example/v1' })),
  TRANSCRIPTION_KEY: ServiceValue,
  TRANSCRIPTION_MODEL: ServiceValue,
}
const Variables = z.object(videoVariables)
type Variables = z.infer<typeof Variables>

export function readVideo(values: Variables, mode: string): VideoSettings {
  return {
    stunUrls: values.STUN_URLS ?? [],
    turn: readTurn(values),
    jitsi: readJitsi(values, mode),
    transcription: readTranscription(values, mode),
  }
}

function readTurn({ TURN_URLS: urls, TURN_SECRET: secret }: Variables): TurnSettings | undefined {
  if (!urls && !secret) return undefined
  if (!urls || !secret) throw new OperatorError('TURN_URLS and TURN_SECRET must be set together.')
  return { urls, secret }
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])
const isAllowedLoopback = (address: string, mode: string) => mode !== 'production' && loopbackHosts.has(new URL(address).hostname)

/**
 * Its script acts with the rights of the person using the page, so TLS is required, except on this machine outside production.
 */
function readJitsi(values: Variables, mode: string): JitsiSettings | undefined {
  const { JITSI_DOMAIN: domain, JITSI_APP_ID: appId, JITSI_APP_SECRET: secret } = values
  if (!domain && !appId && !secret) return undefined
  if (!domain || !appId || !secret) {
    throw new OperatorError('JITSI_DOMAIN, JITSI_APP_ID and JITSI_APP_SECRET must be set together.')
  }
  const origin = isAllowedLoopback(`http://${domain}`, mode) ? `http://${domain}` : `https://${domain}`
  return { origin, domain, appId, secret }
}

/** Recordings are sent there, so TLS is required, except on this machine outside production. */
function readTranscription(values: Variables, mode: string): TranscriptionSettings | undefined {
  const { TRANSCRIPTION_URL: url, TRANSCRIPTION_KEY: key, TRANSCRIPTION_MODEL: model } = values
  if (!url && !key && !model) return undefined
  if (!url || !model) throw new OperatorError('TRANSCRIPTION_URL and TRANSCRIPTION_MODEL must be set together.')
  if (!url.startsWith('https://') && !isAllowedLoopback(url, mode))
    throw new OperatorError('TRANSCRIPTION_URL must begin with https://.')
  // Bounded: a setting of the operator.
  return { url: url.replace(/\/+$/, ''), key, model, answerWithinMs: TRANSCRIPTION_TIMEOUT_MS }
}
