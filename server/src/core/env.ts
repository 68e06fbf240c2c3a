import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod/mini'
import { OperatorError } from './operator-error.ts'

const Port = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number')), z.transform(Number)),
  z.int().check(z.maximum(65535, 'must be a port number')),
)
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
  PRODUCT_VERSION: z._default(z.string(), '7.2.0'),
  RELEASE_STAGE: z._default(z.string(), 'production'),
})

export type Env = {
  mode: 'production' | 'development' | 'demo' | 'test'
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The one origin browsers use; without it the Host header's own origin is taken. */
  publicOrigin: string | undefined
  isSecure: boolean
  /** Signs tokens and keys hashes. */
  secret: Uint8Array
  trustedProxy: string[] | false
  logLevel: string
  productVersion: string
  releaseStage: string
}

/** Read once at start. What is missing or wrong is said by name, all of it at once. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.keys(Variables.shape).flatMap((name) => (source[name] ? [[name, source[name]]] : [])))
  const parsed = Variables.safeParse(given)
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
    secret: new TextEncoder().encode(variables.SAATHI_SECRET ?? keptSecret(dataDir)),
    trustedProxy: variables.TRUSTED_PROXY?.split(',').map((address) => address.trim()) ?? false,
    logLevel: variables.LOG_LEVEL,
    productVersion: variables.PRODUCT_VERSION,
    releaseStage: variables.RELEASE_STAGE,
  }
}

function requireForProduction(variables: z.infer<typeof Variables>) {
  const missing = (['DATABASE_URL', 'SAATHI_SECRET', 'PUBLIC_URL'] as const).filter((name) => !variables[name])
  if (missing.length > 0) throw new OperatorError(`In production these must be set: ${missing.join(', ')}.`)
  if (!variables.PUBLIC_URL?.startsWith('https://')) throw new OperatorError('In production PUBLIC_URL must begin with https://.')
  if (!variables.TRUSTED_PROXY) {
    throw new OperatorError('In production TRUSTED_PROXY must name the address of the proxy that ends TLS.')
  }
}

/** Outside production the secret is made once and kept, so that sessions survive a restart. */
function keptSecret(dataDir: string): string {
  const file = resolve(dataDir, 'secret')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Not there yet, or unreadable: writing it tells which.
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
