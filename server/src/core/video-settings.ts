import * as z from 'zod/mini'
import { OperatorError } from './operator-error.ts'

/** coturn with `use-auth-secret`: names and passwords are made of the secret, for a few hours each. */
export type TurnSettings = { urls: readonly string[]; secret: string }

/** A deployment of one's own; whom it lets in is said by tokens that are signed with its secret. */
export type JitsiSettings = {
  /** As pages name it in their policies. */
  origin: string
  /** Host and, where it is another one, port. */
  domain: string
  appId: string
  secret: string
}

/** Any endpoint that writes down speech as OpenAI's does; without one the captions of the browsers are taken. */
export type TranscriptionSettings = {
  /** What stands before `/audio/transcriptions`. */
  url: string
  key: string | undefined
  model: string
  answerWithinMs: number
}

export type VideoSettings = {
  stunUrls: readonly string[]
  turn: TurnSettings | undefined
  /** Without it calls go from browser to browser. */
  jitsi: JitsiSettings | undefined
  transcription: TranscriptionSettings | undefined
}

const TRANSCRIPTION_ANSWERS_WITHIN_MS = 10 * 60_000
const MOST_URLS = 5

const listOf = (pattern: RegExp, example: string) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(2000)),
        z.transform((text: string) => text.split(',').map((url) => url.trim())),
      ),
      z
        .array(z.string().check(z.regex(pattern, `must be addresses such as ${example}, with commas between them`)))
        .check(z.maxLength(MOST_URLS, `must not be more than ${MOST_URLS} addresses`)),
    ),
  )
const Given = z.optional(z.string().check(z.maxLength(500), z.regex(/^[\x21-\x7e]+$/, 'must be as the service gave it')))
const Secret = z.optional(z.string().check(z.maxLength(500), z.minLength(32, 'must be at least 32 characters')))

export const videoVariables = {
  STUN_URLS: listOf(/^stuns?:[\w.:[\]-]{1,200}$/, 'stun:turn.example:3478'),
  TURN_URLS: listOf(/^turns?:[\w.:[\]-]{1,200}(\?transport=(udp|tcp))?$/, 'turns:turn.example:5349?transport=tcp'),
  TURN_SECRET: Secret,
  JITSI_DOMAIN: z.optional(z.string().check(z.regex(/^[a-z\d.-]{1,253}(:\d{1,5})?$/, 'must be a host such as meet.example'))),
  JITSI_APP_ID: Given,
  JITSI_APP_SECRET: Secret,
  TRANSCRIPTION_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://models.example/v1' })),
  TRANSCRIPTION_KEY: Given,
  TRANSCRIPTION_MODEL: Given,
}
const Variables = z.object(videoVariables)
type Variables = z.infer<typeof Variables>

export function readVideo(given: Variables, mode: string): VideoSettings {
  return {
    stunUrls: given.STUN_URLS ?? [],
    turn: readTurn(given),
    jitsi: readJitsi(given, mode),
    transcription: readTranscription(given, mode),
  }
}

function readTurn({ TURN_URLS: urls, TURN_SECRET: secret }: Variables): TurnSettings | undefined {
  if (!urls && !secret) return undefined
  if (!urls || !secret) throw new OperatorError('TURN_URLS and TURN_SECRET must be set together.')
  return { urls, secret }
}

const ownMachine = new Set(['127.0.0.1', 'localhost', '[::1]'])
const isOwn = (address: string, mode: string) => mode !== 'production' && ownMachine.has(new URL(address).hostname)

/** Its script acts as whoever has the page open: only over TLS, or from this machine while nobody else is served. */
function readJitsi(given: Variables, mode: string): JitsiSettings | undefined {
  const { JITSI_DOMAIN: domain, JITSI_APP_ID: appId, JITSI_APP_SECRET: secret } = given
  if (!domain && !appId && !secret) return undefined
  if (!domain || !appId || !secret) {
    throw new OperatorError('JITSI_DOMAIN, JITSI_APP_ID and JITSI_APP_SECRET must be set together.')
  }
  const origin = isOwn(`http://${domain}`, mode) ? `http://${domain}` : `https://${domain}`
  return { origin, domain, appId, secret }
}

/** What people have said goes there: only over TLS, or where nobody can listen in between. */
function readTranscription(given: Variables, mode: string): TranscriptionSettings | undefined {
  const { TRANSCRIPTION_URL: url, TRANSCRIPTION_KEY: key, TRANSCRIPTION_MODEL: model } = given
  if (!url && !key && !model) return undefined
  if (!url || !model) throw new OperatorError('TRANSCRIPTION_URL and TRANSCRIPTION_MODEL must be set together.')
  if (!url.startsWith('https://') && !isOwn(url, mode)) throw new OperatorError('TRANSCRIPTION_URL must begin with https://.')
  // Bounded: a setting of the operator.
  return { url: url.replace(/\/+$/, ''), key, model, answerWithinMs: TRANSCRIPTION_ANSWERS_WITHIN_MS }
}
