import type { LiveEvent } from '@saathi/contract/live'
import type { WebSocket } from 'ws'
import type { Delivery } from './ctx.ts'

const MAX_SOCKETS_PER_PERSON = 20
/** A reader this far behind is cut off; it will reconnect and read everything again. */
const MAX_WAITING_BYTES = 1024 * 1024

export type Seat = { socket: WebSocket; personId: number; signInId: string }

/** Who is listening, in this process. Closing a sign-in's sockets is part of telling it that it is over. */
export function liveHub() {
  const seats = new Set<Seat>()

  function send(seat: Seat, text: string) {
    if (seat.socket.bufferedAmount > MAX_WAITING_BYTES) seat.socket.terminate()
    else seat.socket.send(text)
  }

  return {
    /** The oldest socket makes way, so that a crashed tab never locks its owner out. */
    take(seat: Seat) {
      const own = [...seats].filter(({ personId }) => personId === seat.personId)
      if (own.length >= MAX_SOCKETS_PER_PERSON) own[0]?.socket.close(1008, 'too many')
      seats.add(seat)
    },
    leave(seat: Seat) {
      seats.delete(seat)
    },
    deliver(delivery: Delivery) {
      const text = JSON.stringify(delivery.event satisfies LiveEvent)
      for (const seat of seats) {
        const isMeant = 'to' in delivery ? delivery.to.includes(seat.personId) : delivery.toSignIns.includes(seat.signInId)
        if (!isMeant) continue
        send(seat, text)
        if (delivery.event.type === 'accounts.sign_in_ended') seat.socket.close(4001, 'signed out')
      }
    },
    /** Told to everyone when pushes may have been missed: a page that hears it again reads everything again. */
    askToReadAgain() {
      for (const seat of seats) send(seat, JSON.stringify({ type: 'core.ready' } satisfies LiveEvent))
    },
    count: () => seats.size,
  }
}
export type LiveHub = ReturnType<typeof liveHub>
