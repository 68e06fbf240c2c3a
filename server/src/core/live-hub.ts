import type { LiveEvent } from '@saathi/contract/live'
import type { WebSocket } from 'ws'
import type { Delivery } from './ctx.ts'
import type { Claims } from './serve.ts'

const MAX_SOCKETS_PER_PERSON = 20
/** A reader this far behind is cut off; it will reconnect and read everything again. */
const MAX_WAITING_BYTES = 1024 * 1024

export type Seat = { socket: WebSocket; claims: Claims }

/** Who is listening, in this process. Closing a sign-in's sockets is part of telling it that it is over. */
export function liveHub() {
  const byPerson = seatMap<number>()
  const bySignIn = seatMap<string>()

  function send(seat: Seat, text: string) {
    if (seat.socket.bufferedAmount > MAX_WAITING_BYTES) seat.socket.terminate()
    else seat.socket.send(text)
  }

  function seatsFor(delivery: Delivery): Iterable<Seat>[] {
    if ('toEveryone' in delivery) return [byPerson.all()]
    return 'to' in delivery ? [...new Set(delivery.to)].map(byPerson.of) : delivery.toSignIns.map(bySignIn.of)
  }

  function leave(seat: Seat) {
    byPerson.remove(seat.claims.personId, seat)
    bySignIn.remove(seat.claims.sessionId, seat)
  }

  return {
    /** The oldest socket makes way, so that a crashed tab never locks its owner out. */
    take(seat: Seat) {
      const [oldest, ...others] = byPerson.of(seat.claims.personId)
      if (oldest && others.length + 1 >= MAX_SOCKETS_PER_PERSON) {
        // At once: one that is slow to close would hold its place, and be asked again for the next one's.
        leave(oldest)
        oldest.socket.close(1008, 'too many')
      }
      byPerson.add(seat.claims.personId, seat)
      bySignIn.add(seat.claims.sessionId, seat)
    },
    leave,
    seats: byPerson.all,
    deliver(delivery: Delivery) {
      const text = JSON.stringify(delivery.event satisfies LiveEvent)
      for (const seats of seatsFor(delivery)) {
        for (const seat of seats) {
          send(seat, text)
          if (delivery.event.type === 'accounts.sign_in_ended') seat.socket.close(4001, 'signed out')
        }
      }
    },
    /** Told to everyone when pushes may have been missed: a page that hears it again reads everything again. */
    askToReadAgain() {
      for (const seat of byPerson.all()) send(seat, JSON.stringify({ type: 'core.ready' } satisfies LiveEvent))
    },
    count: () => byPerson.all().length,
  }
}
export type LiveHub = ReturnType<typeof liveHub>

function seatMap<Key>() {
  const seats = new Map<Key, Set<Seat>>()
  const none: ReadonlySet<Seat> = new Set()
  return {
    of: (key: Key): ReadonlySet<Seat> => seats.get(key) ?? none,
    all: (): Seat[] => [...seats.values()].flatMap((own) => [...own]),
    add(key: Key, seat: Seat) {
      seats.set(key, (seats.get(key) ?? new Set()).add(seat))
    },
    remove(key: Key, seat: Seat) {
      const own = seats.get(key)
      own?.delete(seat)
      if (own?.size === 0) seats.delete(key)
    },
  }
}
