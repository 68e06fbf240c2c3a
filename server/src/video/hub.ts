import type { GoodbyeReason, PeerState, VideoEvent } from '@saathi/contract/video/socket'
import type { WebSocket } from 'ws'
import type { Actor } from '#core/ctx.ts'
import type { Claims } from '#core/serve.ts'

/** A reader this far behind is cut off; it will come back and be told everything again. */
const MAX_WAITING_BYTES = 1024 * 1024

/** 4004: somebody else has the place. 4003: there is no use in coming back. 4001: not with this token. */
const closeCodes: Record<GoodbyeReason, number> = { left: 1000, replaced: 4004, removed: 4003, signed_out: 4001 }

/** A socket whose person is in a call. */
export type VideoSeat = {
  socket: WebSocket
  claims: Claims
  /** For whom the links are that it is told. */
  actor: Actor
  roomId: string
  channelId: number
  /** The stay's own id, from the server. */
  peerId: string
  mayEnterClosed: boolean
  state: PeerState
  /** As it was last told, so that nobody is told the same twice. */
  told: { people: string; recording: string }
  /** How many pulses ago it was last heard of. */
  silentPulses: number
}

/** Who is on the line, in this process. */
export function videoHub() {
  const byRoom = new Map<string, Set<VideoSeat>>()
  const byPeer = new Map<string, VideoSeat>()
  const none: ReadonlySet<VideoSeat> = new Set()
  const seatsOf = (roomId: string): ReadonlySet<VideoSeat> => byRoom.get(roomId) ?? none

  function say({ socket }: Pick<VideoSeat, 'socket'>, event: VideoEvent): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
    else socket.send(JSON.stringify(event))
  }

  function leave(seat: VideoSeat): void {
    const others = byRoom.get(seat.roomId)
    others?.delete(seat)
    if (others?.size === 0) byRoom.delete(seat.roomId)
    if (byPeer.get(seat.peerId) === seat) byPeer.delete(seat.peerId)
  }

  /** At once: it hears nothing more, also where it is slow to close. */
  function dismiss(seat: VideoSeat, reason: GoodbyeReason): void {
    leave(seat)
    say(seat, { type: 'goodbye', reason })
    seat.socket.close(closeCodes[reason], reason)
  }

  return {
    seatsOf,
    seatOf: (peerId: string): VideoSeat | undefined => byPeer.get(peerId),
    all: (): VideoSeat[] => [...byPeer.values()],
    roomIds: (): string[] => [...byRoom.keys()],
    count: (): number => byPeer.size,
    say,
    leave,
    dismiss,
    /** One who has come back has one line: what is said to the one before would be lost. */
    take(seat: VideoSeat): void {
      const before = byPeer.get(seat.peerId)
      if (before) dismiss(before, 'replaced')
      byPeer.set(seat.peerId, seat)
      byRoom.set(seat.roomId, (byRoom.get(seat.roomId) ?? new Set()).add(seat))
    },
    /** Their stay was ended by mistake: who comes back has another one. */
    askToComeBack(seat: VideoSeat): void {
      leave(seat)
      seat.socket.close(1012, 'come back')
    },
  }
}
export type VideoHub = ReturnType<typeof videoHub>
