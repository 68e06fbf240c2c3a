import { importJWK, SignJWT } from 'jose'
import type { Env } from '#core/env.ts'
import { type Outgoing, OutgoingFailure } from '#core/outgoing/outgoing.ts'
import { postGuarded } from '#core/outgoing/post-guarded.ts'
import { storedPushKeys, type PushKeys } from '#core/settings/push.ts'
import { encryptPush } from './encryption.ts'
import type { Subscription } from './subscription.ts'

type OutgoingPush = {
  payload: Buffer
  /** How long the push service stores it for a device that is off. */
  ttlSeconds: number
  /** A newer message replaces a waiting one of the same topic. */
  topic: string
  isUrgent: boolean
}
/**
 * `gone`: the device no longer accepts messages, or its address is not allowed. `refused`: this message will never be
 * accepted. `unanswered`: worth retrying.
 */
type PushStatus = 'sent' | 'gone' | 'refused' | 'unanswered'

export type PushEngine = {
  publicKey: () => string
  send: (subscription: Subscription, push: OutgoingPush) => Promise<PushStatus>
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    push: PushEngine
  }
}

const TOKEN_SECONDS = 3600

/** Web push with our own keys; no account with a third party. */
export function pushEngine({ push, dataDir }: Pick<Env, 'push' | 'dataDir'>, outgoing: Outgoing): PushEngine {
  let cachedKeys: PushKeys | null = null
  const keys = (): PushKeys => (cachedKeys ??= push.keys ?? storedPushKeys(dataDir))

  return {
    publicKey: () => keys().publicKey,
    async send(subscription, { payload, ttlSeconds, topic, isUrgent }) {
      const { endpoint } = subscription
      const answer = postGuarded(outgoing, endpoint, {
        headers: {
          authorization: `vapid t=${await signToken(keys(), new URL(endpoint).origin, push.subject)}, k=${keys().publicKey}`,
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(ttlSeconds),
          urgency: isUrgent ? 'high' : 'normal',
          topic,
        },
        body: encryptPush(payload, subscription),
      })
      return answer.then(statusOf, statusOfFailure)
    },
  }
}

/** Uses the real clock, even if the server's own was moved: the push service checks it. */
async function signToken({ publicKey, privateKey }: PushKeys, audience: string, subject: string): Promise<string> {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y, d: privateKey }, 'ES256')
  return new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setSubject(subject)
    .setExpirationTime(`${TOKEN_SECONDS} seconds from now`)
    .sign(key)
}

function statusOf(status: number): PushStatus {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'unanswered' : 'refused'
}

function statusOfFailure(error: unknown): PushStatus {
  if (!(error instanceof OutgoingFailure)) throw error
  // We never send to an internal address; if it was a temporary mistake, the browser registers again at its next start.
  return error.reason === 'url' || error.reason === 'address' ? 'gone' : 'unanswered'
}
