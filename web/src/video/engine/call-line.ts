import { BEAT_EVERY_MS, type PeerState, type VideoCommand, VideoEvent } from '@saathi/contract/video/socket'
import * as z from 'zod/mini'
import { openSocket, readFrame } from '#core/live-socket.ts'
import type { LineState } from './call-snapshot.ts'

export type CallLine = {
  /** False where there is no line: what matters is said again when it is back. */
  say: (command: VideoCommand) => boolean
  /** For good; says nothing by itself. */
  close: () => void
}

export type CallLineOptions = {
  /** Asked before each attempt; one that was refused must not be given again. */
  token: () => Promise<string>
  canRecord: boolean
  /** As it is when the line opens: what was switched meanwhile is told by that. */
  state: () => PeerState
  onEvent: (event: VideoEvent) => void
  /** One may not come in, or not any more: whoever came back would hear the same. The line is closed by then. */
  onRefused: (code: string) => void
  onState: (state: LineState) => void
}

export const FIRST_WAIT_MS = 500
export const LONGEST_WAIT_MS = 8_000
const OPEN = 1

const waitMsOf = (failed: number, random: number) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failed) * (0.5 + random / 2)

/** In answer to a hello: with another token, or at another time, it may be let in. */
const passing = new Set(['core.signed_out', 'core.maintenance', 'core.too_many', 'core.unavailable', 'core.bad_input'])

/**
 * The line of one call. It comes back by itself, as the peer that it was, until it is closed, the server says goodbye, or one may
 * not come in.
 */
export function openCallLine({ token, canRecord, state, onEvent, onRefused, onState }: CallLineOptions): CallLine {
  let socket: WebSocket | null = null
  let isWanted = true
  let isWelcome = false
  let peerId: string | null = null
  let failures = 0
  let attempt = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let beats: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  let told = ''

  function drop(): void {
    const old = socket
    socket = null
    isWelcome = false
    attempt += 1
    clearInterval(beats)
    clearTimeout(retry)
    old?.close()
  }

  function lose(): void {
    drop()
    if (!isWanted) return
    if (peerId !== null) onState('lost')
    retry = setTimeout(() => void open(), waitMsOf(failures++, Math.random()))
  }

  async function open(): Promise<void> {
    clearTimeout(retry)
    const mine = ++attempt
    const given = await token().catch(() => null)
    // Closed, or begun anew, while the token was on its way.
    if (!isWanted || mine !== attempt) return
    if (given === null) return lose()
    const line = openSocket('/ws/video/')
    socket = line
    heardAt = performance.now()
    beats = setInterval(() => beat(line), BEAT_EVERY_MS)
    line.addEventListener('open', () => {
      told = JSON.stringify(state())
      send(line, { type: 'hello', token: given, resume: peerId, canRecord, state: state() })
    })
    line.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(line, data))
    line.addEventListener('close', () => {
      if (socket === line) lose()
    })
  }

  /** A browser does not see that the other end is gone, nor that the network is another one. */
  function beat(line: WebSocket): void {
    if (performance.now() - heardAt > 2 * BEAT_EVERY_MS) return lose()
    if (isWelcome) send(line, { type: 'beat' })
  }

  function send(line: WebSocket, command: VideoCommand): boolean {
    if (line.readyState !== OPEN) return false
    line.send(JSON.stringify(command))
    return true
  }

  function hear(line: WebSocket, data: unknown): void {
    if (line !== socket) return
    heardAt = performance.now()
    const event = z.safeParse(VideoEvent, readFrame(data)).data
    // A newer server may say things that this page does not know yet.
    if (!event || event.type === 'beat') return
    if (event.type === 'welcome') {
      peerId = event.peerId
      isWelcome = true
      failures = 0
      // What was switched between the hello and the welcome was told to nobody.
      if (JSON.stringify(state()) !== told) send(line, { type: 'state', state: state() })
      onState('open')
    }
    const isRefused = event.type === 'error' && !isWelcome && !passing.has(event.code)
    if (isRefused || event.type === 'goodbye') close()
    if (isRefused) onRefused(event.code)
    else onEvent(event)
  }

  function close(): void {
    isWanted = false
    window.removeEventListener('online', reopen)
    window.removeEventListener('offline', lose)
    drop()
  }

  function reopen(): void {
    drop()
    failures = 0
    void open()
  }

  window.addEventListener('online', reopen)
  // A cut line is noticed by the browser after minutes; that the network is gone it knows at once.
  window.addEventListener('offline', lose)
  onState('connecting')
  void open()

  return {
    say: (command) => socket !== null && isWelcome && send(socket, command),
    close,
  }
}
