import { createECDH } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import webPush from 'web-push'
import * as z from 'zod/mini'
import { OperatorError } from '../operator-error.ts'

/** The key pair that identifies us to push services (RFC 8292), in base64url: a point on P-256 and its private number. */
export type PushKeys = { publicKey: string; privateKey: string }

export type PushSettings = {
  /** Without them a pair is generated once and stored in the data folder. */
  keys: PushKeys | undefined
  /** The contact that push services use if they have problems with us. */
  subject: string
}

const CURVE = 'prime256v1'
const Key = (length: number) =>
  z.optional(z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), `must be ${length} characters of base64url`)))

export const pushVariables = {
  VAPID_PUBLIC_KEY: Key(87),
  VAPID_PRIVATE_KEY: Key(43),
  VAPID_SUBJECT: z.optional(
    z
      .string()
      .check(z.maxLength(200), z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https://')),
  ),
}
const Variables = z.object(pushVariables)

type Surroundings = { mode: string; publicUrl: string | undefined; hasSeveralServers: boolean }

export function readPush(values: z.infer<typeof Variables>, { mode, publicUrl, hasSeveralServers }: Surroundings): PushSettings {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values
  const fallback = publicUrl?.startsWith('https://') ? new URL(publicUrl).origin : 'mailto:no-reply@saathi.example'
  const subject = values.VAPID_SUBJECT ?? fallback
  if (!publicKey && !privateKey) {
    // Each server would generate its own pair, and a device registered with one would refuse messages of the others.
    if (mode === 'production' && hasSeveralServers) {
      throw new OperatorError('If several servers share REDIS_URL, VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set.')
    }
    return { keys: undefined, subject }
  }
  if (!publicKey || !privateKey) throw new OperatorError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together.')
  if (publicOf(privateKey) !== publicKey) throw new OperatorError('VAPID_PUBLIC_KEY does not match VAPID_PRIVATE_KEY.')
  return { keys: { publicKey, privateKey }, subject }
}

function publicOf(privateKey: string): string | null {
  const pair = createECDH(CURVE)
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

const StoredKeys = z.object({ publicKey: z.string(), privateKey: z.string() })

/** If the keys were lost, every device would have to subscribe again, so an unreadable file is left to the operator to fix. */
export function storedPushKeys(dataDir: string): PushKeys {
  const file = resolve(dataDir, 'vapid.json')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) throw new OperatorError(`The push keys cannot be stored in ${dataDir}.`)
  }
  try {
    return StoredKeys.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new OperatorError(`The keys in ${file} cannot be read.`)
  }
}
