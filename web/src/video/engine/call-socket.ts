import type { VideoRoom } from '@saathi/contract/video/entities'
import { BEAT_EVERY_MS, type PeerState, type VideoCommand, VideoEvent } from '@saathi/contract/video/socket'
import { ApiError } from '#core/api-error.ts'
import { serverNow } from '#core/server-time.ts'
import { reconnectingSocket } from '#core/socket.ts'
import type { SocketState } from './call-snapshot.ts'

export type CallSocket = {
  /** False without a connection; important state is sent again after a reconnect. */
  send: (command: VideoCommand) => boolean
  /** Closes for good, without sending anything. */
  close: () => void
}

export type CallSocketOptions = {
  /** Called before each attempt; must not return a refused token again. */
  token: () => Promise<string>
  canRecord: boolean
  /** Read when the socket opens, so changes made while offline are included. */
  state: () => PeerState
  onEvent: (event: VideoEvent) => void
  /** The person may not join or rejoin, so reconnecting is useless. The socket is closed by then. */
  onRefused: (code: string) => void
  onState: (state: SocketState) => void
}

const LONGEST_WAIT_MS = 8_000
const ANSWER_WITHIN_MS = 2 * BEAT_EVERY_MS

/** Errors after which a later hello, or one with a new token, may succeed. */
const retryable = new Set(['core.signed_out', 'core.maintenance', 'core.too_many', 'core.unavailable', 'core.bad_input'])

/** The socket of a call. It reconnects as the same peer until it is closed, the server says goodbye, or joining is refused. */
export function openCallSocket({ token, canRecord, state, onEvent, onRefused, onState }: CallSocketOptions): CallSocket {
  let isWelcome = false
  let peerId: string | null = null
  let beats: ReturnType<typeof setInterval> | undefined
  let sentState = ''

  const socket = reconnectingSocket({
    path: '/ws/video/',
    event: VideoEvent,
    token,
    longestWaitMs: LONGEST_WAIT_MS,
    onOpen: (freshToken) => {
      beats = setInterval(beat, BEAT_EVERY_MS)
      sentState = JSON.stringify(state())
      send({ type: 'hello', token: freshToken, resume: peerId, canRecord, state: state() })
      socket.expectReply(ANSWER_WITHIN_MS)
    },
    onEvent: handleEvent,
    onDown: () => {
      stopBeats()
      if (peerId !== null) onState('lost')
    },
  })

  const send = (command: VideoCommand): boolean => socket.send(command)

  function beat(): void {
    if (!isWelcome) return
    send({ type: 'beat' })
    socket.expectReply(ANSWER_WITHIN_MS)
  }

  function stopBeats(): void {
    isWelcome = false
    clearInterval(beats)
  }

  function handleEvent(event: VideoEvent): void {
    if (event.type === 'beat') return
    if (event.type === 'welcome') {
      peerId = event.peerId
      isWelcome = true
      socket.resetBackoff()
      // State changed between hello and welcome has not been sent.
      if (JSON.stringify(state()) !== sentState) send({ type: 'state', state: state() })
      onState('open')
    }
    const isRefused = event.type === 'error' && !isWelcome && !retryable.has(event.code)
    if (isRefused || event.type === 'goodbye') close()
    if (isRefused) onRefused(event.code)
    else onEvent(event)
  }

  function close(): void {
    stopBeats()
    socket.stop()
  }

  onState('connecting')
  socket.start()

  return { send: (command) => isWelcome && send(command), close }
}

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
