import { createHmac, randomBytes } from 'node:crypto'
import type { IceServer } from '@saathi/contract/video/entities'
import type { VideoSettings } from '#core/video-settings.ts'

/** Long enough for a call: new credentials are issued only on reconnect. */
const TURN_SECONDS = 6 * 60 * 60

/** Credentials for coturn's `use-auth-secret`: the username is an expiry time, the password its HMAC. */
export function iceServersOf({ stunUrls, turn }: Pick<VideoSettings, 'stunUrls' | 'turn'>, now: Date): IceServer[] {
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []
  if (!turn) return stun
  // A random name, not the person's id: it is visible on other networks.
  const username = `${Math.floor(now.getTime() / 1000) + TURN_SECONDS}:${randomBytes(9).toString('base64url')}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return [...stun, { urls: [...turn.urls], username, credential }]
}
