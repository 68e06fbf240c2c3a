import type { VideoRoom } from '@saathi/contract/video/entities'
import { BEAT_EVERY_MS, type PeerState, type VideoCommand, VideoEvent } from '@saathi/contract/video/socket'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import { openSocket, readFrame } from '#core/live-socket.ts'
import { serverNow } from '#core/server-time.ts'
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

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
const OPEN = 1

const waitMsOf = (failed: number, random: number) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failed) * (0.5 + random / 2)

/** Errors after which a later hello, or one with a new token, may succeed. */
const retryable = new Set(['core.signed_out', 'core.maintenance', 'core.too_many', 'core.unavailable', 'core.bad_input'])

/** The socket of a call. It reconnects as the same peer until it is closed, the server says goodbye, or joining is refused. */
export function openCallSocket({ token, canRecord, state, onEvent, onRefused, onState }: CallSocketOptions): CallSocket {
  let socket: WebSocket | null = null
  let isWanted = true
  let isWelcome = false
  let peerId: string | null = null
  let failures = 0
  let attempt = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let beats: ReturnType<typeof setInterval> | undefined
  let lastFrameAt = 0
  let sentState = ''

  function drop(): void {
    const old = socket
    socket = null
    isWelcome = false
    attempt += 1
    clearInterval(beats)
    clearTimeout(retry)
    old?.close()
  }

  function scheduleReconnect(): void {
    drop()
    if (!isWanted) return
    if (peerId !== null) onState('lost')
    retry = setTimeout(() => void open(), waitMsOf(failures++, Math.random()))
  }

  async function open(): Promise<void> {
    clearTimeout(retry)
    const mine = ++attempt
    const freshToken = await token().catch(() => null)
    // Closed or restarted while the token was being fetched.
    if (!isWanted || mine !== attempt) return
    if (freshToken === null) return scheduleReconnect()
    const ws = openSocket('/ws/video/')
    socket = ws
    lastFrameAt = performance.now()
    beats = setInterval(() => beat(ws), BEAT_EVERY_MS)
    ws.addEventListener('open', () => {
      sentState = JSON.stringify(state())
      sendOn(ws, { type: 'hello', token: freshToken, resume: peerId, canRecord, state: state() })
    })
    ws.addEventListener('message', ({ data }: MessageEvent<unknown>) => handleMessage(ws, data))
    ws.addEventListener('close', () => {
      if (socket === ws) scheduleReconnect()
    })
  }

  /** Browsers do not notice a dead server or a changed network. */
  function beat(ws: WebSocket): void {
    if (performance.now() - lastFrameAt > 2 * BEAT_EVERY_MS) return scheduleReconnect()
    if (isWelcome) sendOn(ws, { type: 'beat' })
  }

  function sendOn(ws: WebSocket, command: VideoCommand): boolean {
    if (ws.readyState !== OPEN) return false
    ws.send(JSON.stringify(command))
    return true
  }

  function handleMessage(ws: WebSocket, data: unknown): void {
    if (ws !== socket) return
    lastFrameAt = performance.now()
    const event = z.safeParse(VideoEvent, readFrame(data)).data
    // Ignore events from a newer server that this page does not know.
    if (!event || event.type === 'beat') return
    if (event.type === 'welcome') {
      peerId = event.peerId
      isWelcome = true
      failures = 0
      // State changed between hello and welcome has not been sent.
      if (JSON.stringify(state()) !== sentState) sendOn(ws, { type: 'state', state: state() })
      onState('open')
    }
    const isRefused = event.type === 'error' && !isWelcome && !retryable.has(event.code)
    if (isRefused || event.type === 'goodbye') close()
    if (isRefused) onRefused(event.code)
    else onEvent(event)
  }

  function close(): void {
    isWanted = false
    window.removeEventListener('online', reopen)
    window.removeEventListener('offline', scheduleReconnect)
    drop()
  }

  function reopen(): void {
    drop()
    failures = 0
    void open()
  }

  window.addEventListener('online', reopen)
  // A browser takes minutes to notice a dead socket, but knows immediately when it is offline.
  window.addEventListener('offline', scheduleReconnect)
  onState('connecting')
  void open()

  return {
    send: (command) => socket !== null && isWelcome && sendOn(socket, command),
    close,
  }
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
