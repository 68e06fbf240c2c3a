import type { WebSocket } from 'ws'
import type { Claims, Delivery } from '../ctx.ts'

/** An authenticated socket. */
export type Connection = { socket: WebSocket; claims: Claims }

/** A reader this far behind is disconnected; it reconnects and fetches what it has missed. */
const MAX_WAITING_BYTES = 1024 * 1024

export const isTooFarBehind = ({ bufferedAmount }: WebSocket): boolean => bufferedAmount > MAX_WAITING_BYTES

/** Sends a text frame, or disconnects a client that does not read. */
export function sendFrame(socket: WebSocket, frame: string | Buffer): void {
  if (socket.readyState !== socket.OPEN) return
  if (isTooFarBehind(socket)) socket.terminate()
  else socket.send(frame, { binary: false })
}

/** Connections by a key that several of them may share. */
export function connectionIndex<Key, C>() {
  const byKey = new Map<Key, Set<C>>()
  const none: ReadonlySet<C> = new Set()
  return {
    of: (key: Key): ReadonlySet<C> => byKey.get(key) ?? none,
    all: (): C[] => [...byKey.values()].flatMap((own) => [...own]),
    keys: (): Key[] => [...byKey.keys()],
    add(key: Key, connection: C): void {
      byKey.set(key, (byKey.get(key) ?? new Set()).add(connection))
    },
    remove(key: Key, connection: C): void {
      const own = byKey.get(key)
      own?.delete(connection)
      if (own?.size === 0) byKey.delete(key)
    },
  }
}

const CONNECTIONS_PER_PERSON = 20

/** The authenticated sockets of one kind in this process. */
export function connectionRegistry<C extends Connection>({ maxPerPerson = CONNECTIONS_PER_PERSON } = {}) {
  const byPerson = connectionIndex<number, C>()
  const remove = (connection: C): void => byPerson.remove(connection.claims.personId, connection)

  return {
    /** Over the limit, the oldest is closed, so that crashed tabs never lock their owner out. */
    add(connection: C): void {
      const { personId } = connection.claims
      const own = byPerson.of(personId)
      const [oldest] = own
      if (oldest && own.size >= maxPerPerson) {
        // Removed at once: a socket that is slow to close would keep its place and be closed again for the next one.
        remove(oldest)
        oldest.socket.close(1008, 'too many')
      }
      byPerson.add(personId, connection)
    },
    remove,
    all: byPerson.all,
    of: byPerson.of,
    count: (): number => byPerson.all().length,
    /** The connections that a live event is meant for, or about. */
    targetsOf(delivery: Delivery): readonly C[] {
      if ('toEveryone' in delivery) return byPerson.all()
      if ('to' in delivery) return [...new Set(delivery.to)].flatMap((personId) => [...byPerson.of(personId)])
      const signIns = new Set(delivery.toSignIns)
      return byPerson.all().filter(({ claims }) => signIns.has(claims.sessionId))
    },
  }
}
