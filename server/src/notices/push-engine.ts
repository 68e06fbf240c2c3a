import { importJWK, SignJWT } from 'jose'
import type { Env } from '#core/env.ts'
import type { Outgoing } from '#core/outgoing/outgoing.ts'
import { OutgoingFailure } from '#core/outgoing/outgoing-failure.ts'
import { postGuarded } from '#core/outgoing/post-guarded.ts'
import { storedPushKeys, type PushKeys } from '#core/push-settings.ts'
import { encryptPush } from './push-encryption.ts'
import type { Subscription } from './subscription.ts'

export type OutgoingPush = {
  words: Buffer
  /** How long the push service keeps it for a device that is off. */
  ttlSeconds: number
  /** A newer one of the same takes the place of one that still waits. */
  topic: string
  isUrgent: boolean
}
/**
 * `gone`: the device takes nothing any more, or stands where nothing may be sent. `refused`: this one will not be taken, however
 * often it is sent. `unanswered`: worth another try.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'unanswered'

export type PushEngine = {
  publicKey: () => string
  send: (subscription: Subscription, push: OutgoingPush) => Promise<PushOutcome>
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    push: PushEngine
  }
}

const TOKEN_SECONDS = 3600

/** Web push by our own keys; no account with anybody. */
export function pushEngine({ push, dataDir }: Pick<Env, 'push' | 'dataDir'>, outgoing: Outgoing): PushEngine {
  let kept: PushKeys | null = null
  const keys = (): PushKeys => (kept ??= push.keys ?? storedPushKeys(dataDir))

  return {
    publicKey: () => keys().publicKey,
    async send(subscription, { words, ttlSeconds, topic, isUrgent }) {
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
        body: encryptPush(words, subscription),
      })
      return answer.then(outcomeOf, outcomeOfFailure)
    },
  }
}

/** By the real clock, whatever the server's own was set to: the push service knows no other. */
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

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'unanswered' : 'refused'
}

function outcomeOfFailure(error: unknown): PushOutcome {
  if (!(error instanceof OutgoingFailure)) throw error
  // An address that leads inside is never sent to; if it was a mistake of a day, the browser registers again at its next start.
  return error.reason === 'url' || error.reason === 'address' ? 'gone' : 'unanswered'
}
