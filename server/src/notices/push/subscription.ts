import { ECDH } from 'node:crypto'
import * as z from 'zod/mini'
import { readTarget } from '#core/outgoing/outgoing-url.ts'

/** The keys are base64url: the browser's P-256 point and a 16-byte secret, so that only it can read our messages. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const MAX_ENDPOINT = 1024
const SubscriptionJson = z.object({
  endpoint: z.string().check(z.maxLength(MAX_ENDPOINT)),
  keys: z.object({ p256dh: z.string().check(z.maxLength(100)), auth: z.string().check(z.maxLength(40)) }),
})

/** Parses a browser's push subscription; null if nothing could or may be sent to it. */
export function readSubscription(registrationId: string): Subscription | null {
  const parsed = SubscriptionJson.safeParse(parseJson(registrationId))
  if (!parsed.success) return null
  const { endpoint, keys } = parsed.data
  const [publicKey, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  const address = readAddress(endpoint)
  if (address === null || !isPoint(publicKey) || auth.length !== 16) return null
  return { endpoint: address, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } }
}

/** Normalised, because the address decides who owns a device. */
function readAddress(endpoint: string): string | null {
  const target = readTarget(endpoint)
  if (target?.url.protocol !== 'https:' || target.url.port !== '') return null
  const { url, host, isAddress } = target
  if (!isAddress) url.hostname = host
  // Removes an empty query.
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

/** A valid uncompressed point of the curve, as encryption needs it. */
function isPoint(key: Buffer): boolean {
  if (key.length !== 65 || key[0] !== 4) return false
  try {
    ECDH.convertKey(key, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Whether it claims to be a subscription: a token of another kind is stored, but nothing is sent to it. */
export const looksLikeSubscription = (registrationId: string): boolean => registrationId.trimStart().startsWith('{')

/** Identifies a device by its address, whatever keys come with it. Percent-encoding is normalised. */
export const deviceName = ({ endpoint }: Subscription): string =>
  endpoint.replaceAll(/%[\da-f]{2}/gi, (code) => {
    const sign = String.fromCodePoint(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(sign) ? sign : code.toUpperCase()
  })

/** The stored form: only what is needed to send. */
export const serializeSubscription = ({ endpoint, keys }: Subscription): string => JSON.stringify({ endpoint, keys })
