import { ECDH } from 'node:crypto'
import * as z from 'zod/mini'
import { readTarget } from '#core/outgoing/outgoing-url.ts'
import type { PushSecrets } from './push-encryption.ts'

export type Subscription = PushSecrets & { endpoint: string }

const MAX_ENDPOINT = 1024
const Written = z.object({
  endpoint: z.string().check(z.maxLength(MAX_ENDPOINT)),
  keys: z.object({ p256dh: z.string().check(z.maxLength(100)), auth: z.string().check(z.maxLength(40)) }),
})

/** As a browser writes down its push subscription; null for everything that nothing could or may be sent to. */
export function readSubscription(registrationId: string): Subscription | null {
  const written = Written.safeParse(parseJson(registrationId))
  if (!written.success) return null
  const { endpoint, keys } = written.data
  const [publicKey, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  const address = readAddress(endpoint)
  return address !== null && isPoint(publicKey) && auth.length === 16 ? { endpoint: address, publicKey, auth } : null
}

/** In one spelling, however it was written: who owns a device is decided by it. */
function readAddress(endpoint: string): string | null {
  const target = readTarget(endpoint)
  if (target?.url.protocol !== 'https:' || target.url.port !== '') return null
  const { url, host, isAddress } = target
  if (!isAddress) url.hostname = host
  // Takes away a question mark with nothing after it.
  if (url.search === '') url.search = ''
  return url.href
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Of the curve, and written out in full as the encryption wants it. */
function isPoint(key: Buffer): boolean {
  if (key.length !== 65 || key[0] !== 4) return false
  try {
    ECDH.convertKey(key, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Whether it claims to be one: a token of another kind is kept with its owner, and nothing is sent to it. */
export const looksLikeSubscription = (registrationId: string): boolean => registrationId.trimStart().startsWith('{')

/** What a device is known by: its address, whatever keys come with it. A sign that need not be written as a number is not. */
export const deviceName = ({ endpoint }: Subscription): string =>
  endpoint.replaceAll(/%[\da-f]{2}/gi, (code) => {
    const sign = String.fromCodePoint(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(sign) ? sign : code.toUpperCase()
  })

/** As it is kept: what is needed to send, and nothing else that may have come along. */
export const writeSubscription = ({ endpoint, publicKey, auth }: Subscription): string =>
  JSON.stringify({ endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } })
