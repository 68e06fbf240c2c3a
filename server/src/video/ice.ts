import { createHmac, randomBytes } from 'node:crypto'
import type { IceServer } from '@saathi/contract/video/entities'
import type { VideoSettings } from '#core/video-settings.ts'

/** A call may be long, and asks for another one only when it is reconnected. */
const TURN_SECONDS = 6 * 60 * 60

/** As coturn checks it with `use-auth-secret`: a name that says when it ends, and a password made of it. */
export function iceServersOf({ stunUrls, turn }: Pick<VideoSettings, 'stunUrls' | 'turn'>, now: Date): IceServer[] {
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []
  if (!turn) return stun
  // Nobody's own number: the name travels over other people's networks.
  const username = `${Math.floor(now.getTime() / 1000) + TURN_SECONDS}:${randomBytes(9).toString('base64url')}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return [...stun, { urls: [...turn.urls], username, credential }]
}
