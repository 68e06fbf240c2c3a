import { createECDH } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { OperatorError } from './operator-error.ts'

/** The pair by which push services know us (RFC 8292), each in base64url: a point of P-256, and the number behind it. */
export type PushKeys = { publicKey: string; privateKey: string }

export type PushSettings = {
  /** Without them a pair is made once and kept in the data folder. */
  keys: PushKeys | undefined
  /** Whom a push service may write to when something is wrong with us. */
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

type Around = { mode: string; publicUrl: string | undefined; hasSeveralServers: boolean }

export function readPush(given: z.infer<typeof Variables>, { mode, publicUrl, hasSeveralServers }: Around): PushSettings {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given
  const usual = publicUrl?.startsWith('https://') ? new URL(publicUrl).origin : 'mailto:no-reply@saathi.example'
  const subject = given.VAPID_SUBJECT ?? usual
  if (!publicKey && !privateKey) {
    // Each would make its own, and a device that one of them registered would refuse what the others send.
    if (mode === 'production' && hasSeveralServers) {
      throw new OperatorError('Where several servers share REDIS_URL, VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set.')
    }
    return { keys: undefined, subject }
  }
  if (!publicKey || !privateKey) throw new OperatorError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together.')
  if (publicOf(privateKey) !== publicKey) throw new OperatorError('VAPID_PUBLIC_KEY is not that of VAPID_PRIVATE_KEY.')
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

const Kept = z.object({ publicKey: z.string(), privateKey: z.string() })

/** Lost, every device would have to be let in anew: a file that is there but cannot be read is the operator's to mend. */
export function storedPushKeys(dataDir: string): PushKeys {
  const file = resolve(dataDir, 'vapid.json')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, JSON.stringify(newPushKeys()), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) throw new OperatorError(`The keys for notices on devices cannot be kept in ${dataDir}.`)
  }
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new OperatorError(`The keys in ${file} cannot be read.`)
  }
}

export function newPushKeys(): PushKeys {
  const pair = createECDH(CURVE)
  const publicKey = pair.generateKeys('base64url')
  // A number that happens to be small is written with fewer bytes.
  return {
    publicKey,
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  }
}
