import { SignJWT } from 'jose'
import type { JitsiSettings } from '#core/video-settings.ts'

const TOKEN_SECONDS = 10 * 60
/** Tolerates Jitsi's clock running a little behind. */
const BEFORE_SECONDS = 10

export type JitsiGuest = { roomId: string; personId: number; name: string; mayRecord: boolean; now: Date }

/** Valid for one room only. */
export function jitsiToken({ domain, appId, secret }: JitsiSettings, guest: JitsiGuest): Promise<string> {
  const { roomId, personId, name, mayRecord } = guest
  const nowSeconds = Math.floor(guest.now.getTime() / 1000)
  const [host = domain] = domain.split(':')
  return new SignJWT({
    room: roomId,
    context: {
      // Jitsi lets only moderators record; whether a recording may run is decided by us.
      user: { id: String(personId), name, moderator: 'true' },
      features: { recording: mayRecord },
    },
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience('jitsi')
    .setIssuer(appId)
    .setSubject(host)
    .setNotBefore(nowSeconds - BEFORE_SECONDS)
    .setExpirationTime(nowSeconds + TOKEN_SECONDS)
    .sign(new TextEncoder().encode(secret))
}
