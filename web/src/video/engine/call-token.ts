import type { VideoRoom } from '@saathi/contract/video/entities'
import { ApiError } from '#core/api-error.ts'
import { serverNow } from '#core/server-time.ts'

const SOON_MS = 5_000

const isStillGood = ({ tokenExpiresAt }: VideoRoom) =>
  tokenExpiresAt !== null && Date.parse(tokenExpiresAt) - serverNow() > SOON_MS

/** The room's initial token is for the first attempt; each later attempt refetches the room. */
export function callToken(options: { room: VideoRoom; renew: () => Promise<VideoRoom>; onRefused: (code: string) => void }) {
  let room = options.room
  let isUsed = false

  async function renew(): Promise<string> {
    try {
      room = await options.renew()
    } catch (error) {
      // Network errors are retried; a refusal would only be repeated.
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) options.onRefused(error.code)
      throw error
    }
    if (room.token !== null) return room.token
    const code = `video.${room.visitStatus}`
    options.onRefused(code)
    throw new Error(code)
  }

  return {
    /** TURN credentials expire too, so these come from the latest room. */
    iceServers: (): RTCIceServer[] => {
      if (room.engine?.kind !== 'built-in') return []
      return room.engine.iceServers.map(({ urls, username, credential }) => ({
        urls,
        ...(username !== undefined && { username }),
        ...(credential !== undefined && { credential }),
      }))
    },
    next: async (): Promise<string> => {
      if (isUsed || room.token === null || !isStillGood(room)) return renew()
      isUsed = true
      return room.token
    },
  }
}
