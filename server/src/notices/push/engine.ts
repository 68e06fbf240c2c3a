import webPush from 'web-push'
import type { Env } from '#core/env.ts'
import { type Outgoing, OutgoingFailure } from '#core/outgoing/outgoing.ts'
import { postGuarded } from '#core/outgoing/post-guarded.ts'
import { storedPushKeys, type PushKeys } from '#core/settings/push.ts'
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

/** Web push with our own keys; no account with a third party. */
export function pushEngine({ push, dataDir }: Pick<Env, 'push' | 'dataDir'>, outgoing: Outgoing): PushEngine {
  let cachedKeys: PushKeys | null = null
  const keys = (): PushKeys => (cachedKeys ??= push.keys ?? storedPushKeys(dataDir))

  return {
    publicKey: () => keys().publicKey,
    async send(subscription, { payload, ttlSeconds, topic, isUrgent }) {
      // The library encrypts (RFC 8291) and signs (RFC 8292), by the real clock even if the server's own was moved: the push
      // service checks it. The endpoint is a user's, so sending is left to the guarded client.
      const { headers, body } = webPush.generateRequestDetails(subscription, payload, {
        vapidDetails: { subject: push.subject, ...keys() },
        TTL: ttlSeconds,
        urgency: isUrgent ? 'high' : 'normal',
        topic,
      })
      const answer = postGuarded(outgoing, subscription.endpoint, { headers, body })
      return answer.then(statusOf, statusOfFailure)
    },
  }
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
