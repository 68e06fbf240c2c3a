import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod/mini'
import { type CalendarSettings, calendarVariables, readCalendars } from './settings/calendar.ts'
import { type ChatSettings, chatVariables, readChat } from './settings/chat.ts'
import { OperatorError } from './operator-error.ts'
import { type PushSettings, pushVariables, readPush } from './settings/push.ts'
import { readVideo, type VideoSettings, videoVariables } from './settings/video.ts'

const Port = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number')), z.transform(Number)),
  z.int().check(z.maximum(65535, 'must be a port number')),
)
const WebAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as https://accounts.example' })
/** Traffic on this machine cannot be intercepted. */
const isLoopback = (address: string) => /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\//.test(address)
const Secret = z.string().check(z.minLength(32, 'must be at least 32 characters'))

const Variables = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'demo', 'test']), 'demo'),
  PORT: z._default(Port, 7200),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://'))),
  PUBLIC_URL: z.optional(z.url('must be an address such as https://saathi.example')),
  SAATHI_SECRET: z.optional(Secret),
  TRUSTED_PROXY: z.optional(z.string()),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
  REDIS_URL: z.optional(z.string().check(z.regex(/^rediss?:\/\//, 'must begin with redis://'))),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'))),
  MAIL_FROM: z._default(z.string(), 'Saathi <no-reply@saathi.example>'),
  S3_ENDPOINT: z.optional(z.url('must be an address such as https://storage.example')),
  S3_BUCKET: z.optional(z.string()),
  S3_REGION: z._default(z.string(), 'auto'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  METRICS_PORT: z.optional(Port),
  GOOGLE_CLIENT_ID: z.optional(z.string().check(z.regex(/^[\w.-]{8,200}$/, 'must be the client id issued by Google'))),
  GOOGLE_ISSUER: z.optional(WebAddress),
  GOOGLE_KEYS_URL: z.optional(WebAddress),
  GOOGLE_AUTHORIZATION_URL: z.optional(WebAddress),
  ADS_CONVERSION_URL: z.optional(WebAddress),
  HELP_CENTER_SCRIPT_URL: z.optional(WebAddress),
  HELP_CENTER_SECRET: z.optional(z.string().check(z.minLength(16, 'must be at least 16 characters'))),
  PRODUCT_VERSION: z._default(z.string(), '7.2.0'),
  RELEASE_STAGE: z._default(z.string(), 'production'),
  DEMO_PEOPLE: z._default(z.enum(['all', 'few']), 'all'),
  ...calendarVariables,
  ...chatVariables,
  ...pushVariables,
  ...videoVariables,
})

export type S3 = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

/** The accepted issuers of ID tokens, and the URL of the popup. */
export type GoogleSettings = { clientId: string; issuers: readonly string[]; keysUrl: string; authorizationUrl: string }

/** The widget of an external service; without a script our own help conversation is used. The secret comes from that service. */
type HelpCenterSettings = { scriptUrl: string | undefined; secret: string | undefined }

export type Env = {
  mode: 'production' | 'development' | 'demo' | 'test'
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The origin that browsers use; if unset, the origin of the Host header is used. */
  publicOrigin: string | undefined
  isSecure: boolean
  /** Signs tokens, and is the key for hashes. */
  secret: Uint8Array
  trustedProxy: string[] | false
  /** Multiplies every rate limit: 1 in production; elsewhere many demo people and tests share one address. */
  limitFactor: number
  logLevel: string
  /** Connects several servers for live events; without it events stay in this process. */
  redisUrl: string | undefined
  /** Without it, mails are stored in the outbox that /dev shows; required in production. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Without it, files are stored in the data folder. */
  s3: S3 | undefined
  /** The port of /metrics; in production it is never the public port. */
  metricsPort: number | undefined
  /** Without it, sign-in with Google is not offered in production; elsewhere our own simulation takes its place. */
  google: GoogleSettings | undefined
  /** Receives a report when an adult signs up; without it nothing is sent. */
  adsConversionUrl: string | undefined
  helpCenter: HelpCenterSettings
  /** The personal calendars that people can connect. */
  calendars: CalendarSettings
  /** The endpoints of the assistant and of the GIF search. */
  chat: ChatSettings
  /** The keys for push notifications. */
  push: PushSettings
  /** Relays for calls between browsers that cannot connect directly, and the transcription service. */
  video: VideoSettings
  productVersion: string
  releaseStage: string
  /** Whether the demo has the made-up people of its people.json; tests do without them. */
  hasMadeUpPeople: boolean
}

/** Read once at startup. Reports all missing or invalid variables together, by name. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const present = Object.fromEntries(Object.keys(Variables.shape).flatMap((name) => (source[name] ? [[name, source[name]]] : [])))
  const parsed = Variables.safeParse(present)
  if (!parsed.success) {
    throw new OperatorError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const variables = parsed.data
  const mode = variables.NODE_ENV
  if (mode === 'production') requireForProduction(variables)
  const dataDir = resolve(variables.DATA_DIR)
  return {
    mode,
    port: variables.PORT,
    host: variables.HOST,
    dataDir,
    databaseUrl: variables.DATABASE_URL,
    publicOrigin: variables.PUBLIC_URL && new URL(variables.PUBLIC_URL).origin,
    isSecure: variables.PUBLIC_URL?.startsWith('https://') ?? false,
    secret: new TextEncoder().encode(variables.SAATHI_SECRET ?? storedSecret(dataDir)),
    trustedProxy: variables.TRUSTED_PROXY?.split(',').map((address) => address.trim()) ?? false,
    limitFactor: mode === 'production' ? 1 : 20,
    logLevel: variables.LOG_LEVEL,
    redisUrl: variables.REDIS_URL,
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM,
    s3: readS3(variables),
    metricsPort: variables.METRICS_PORT,
    google: readGoogle(variables),
    adsConversionUrl: variables.ADS_CONVERSION_URL,
    helpCenter: readHelpCenter(variables),
    calendars: readCalendars(variables, mode),
    chat: readChat(variables, mode),
    push: readPush(variables, {
      mode,
      publicUrl: variables.PUBLIC_URL,
      hasSeveralServers: variables.REDIS_URL !== undefined,
    }),
    video: readVideo(variables, mode),
    productVersion: variables.PRODUCT_VERSION,
    releaseStage: variables.RELEASE_STAGE,
    hasMadeUpPeople: variables.DEMO_PEOPLE === 'all',
  }
}

/** In a demo, anybody can sign in as anybody. If production settings are present, require an explicit NODE_ENV. */
export function readServerEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const env = readEnv(source)
  if (source.NODE_ENV) return env
  const production = [
    ...(env.databaseUrl ? ['DATABASE_URL'] : []),
    ...(env.trustedProxy ? ['TRUSTED_PROXY'] : []),
    ...(env.isSecure ? ['an https PUBLIC_URL'] : []),
  ]
  if (production.length === 0) return env
  throw new OperatorError(
    `${production.join(' and ')} ${production.length > 1 ? 'are' : 'is'} set, so NODE_ENV must be set too: \`production\`, or \`demo\`, in which anybody can sign in as anybody at /dev.`,
  )
}

function requireForProduction(variables: z.infer<typeof Variables>) {
  const missing = (['DATABASE_URL', 'SAATHI_SECRET', 'PUBLIC_URL', 'SMTP_URL'] as const).filter((name) => !variables[name])
  if (missing.length > 0) throw new OperatorError(`In production these must be set: ${missing.join(', ')}.`)
  if (!variables.PUBLIC_URL?.startsWith('https://')) throw new OperatorError('In production PUBLIC_URL must begin with https://.')
  if (!variables.TRUSTED_PROXY) {
    throw new OperatorError('In production TRUSTED_PROXY must name the address of the proxy that terminates TLS.')
  }
  const secrets = ['SAATHI_SECRET', 'TURN_SECRET', 'JITSI_APP_SECRET', 'HELP_CENTER_SECRET'] as const
  const guessable = secrets.filter((name) => isGuessable(variables[name] ?? ''))
  if (guessable.length > 0) {
    throw new OperatorError(`In production ${guessable.join(' and ')} must be random, as from: openssl rand -base64 48.`)
  }
}

const MIN_DISTINCT_CHARACTERS = 10

/** A secret that repeats one character or word. A missing secret is reported elsewhere. */
function isGuessable(secret: string): boolean {
  if (secret === '') return false
  const isRepeated = (secret + secret).indexOf(secret, 1) < secret.length
  return isRepeated || new Set(secret).size < MIN_DISTINCT_CHARACTERS
}

/** All or nothing: partial settings would fail at the first upload. */
function readS3(variables: z.infer<typeof Variables>): S3 | undefined {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = variables
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new OperatorError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  }
  return { endpoint, bucket, region: variables.S3_REGION, accessKeyId, secretAccessKey }
}

/** The script acts with the rights of the person using the page, so it must not be modifiable in transit. */
function readHelpCenter(variables: z.infer<typeof Variables>): HelpCenterSettings {
  const { NODE_ENV: mode, HELP_CENTER_SCRIPT_URL: address, HELP_CENTER_SECRET: secret } = variables
  const scriptUrl = address && new URL(address).href
  if (scriptUrl && !scriptUrl.startsWith('https://') && (mode === 'production' || !isLoopback(scriptUrl))) {
    throw new OperatorError('HELP_CENTER_SCRIPT_URL must begin with https://.')
  }
  return { scriptUrl, secret }
}

/** Either Google's own URLs or those of one stand-in, never a mix of both. */
function readGoogle(variables: z.infer<typeof Variables>): GoogleSettings | undefined {
  const { NODE_ENV: mode, GOOGLE_CLIENT_ID: clientId } = variables
  const { GOOGLE_ISSUER: issuer, GOOGLE_KEYS_URL: keysUrl, GOOGLE_AUTHORIZATION_URL: authorizationUrl } = variables
  if (!issuer && !keysUrl && !authorizationUrl) {
    return clientId ? { clientId, ...googleDefaults } : undefined
  }
  if (!clientId || !issuer || !keysUrl || !authorizationUrl) {
    throw new OperatorError(
      'GOOGLE_ISSUER, GOOGLE_KEYS_URL and GOOGLE_AUTHORIZATION_URL must be set together, and with GOOGLE_CLIENT_ID.',
    )
  }
  if (mode === 'production' && ![issuer, keysUrl, authorizationUrl].every((address) => address.startsWith('https://'))) {
    throw new OperatorError('In production the addresses of GOOGLE_* must begin with https://.')
  }
  return { clientId, issuers: [issuer], keysUrl, authorizationUrl }
}

/** From Google's discovery document; older tokens have the issuer without its scheme. */
const googleDefaults = {
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
}

/** Outside production the secret is generated once and stored, so that sessions survive a restart. */
function storedSecret(dataDir: string): string {
  const file = resolve(dataDir, 'secret')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // If the file exists but is unreadable, the write below fails too.
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'EEXIST')) return readFileSync(file, 'utf8')
    throw new OperatorError(`The data folder ${dataDir} cannot be written (${codeOf(error)}). Set DATA_DIR to one that can.`)
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason')
const isCode = (error: unknown, code: string) => codeOf(error) === code
