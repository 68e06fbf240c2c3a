import type { LiveEvent } from '@saathi/contract/live'
import type { WebSocket } from 'ws'
import type { Delivery, Claims } from '../ctx.ts'

const MAX_SOCKETS_PER_PERSON = 20
/** A client this far behind is disconnected; it will reconnect and refetch everything. */
const MAX_WAITING_BYTES = 1024 * 1024

export type LiveConnection = { socket: WebSocket; claims: Claims }

/** The live connections of this process. Delivering the end of a sign-in also closes its sockets. */
export function liveConnections() {
  const byPerson = connectionMap<number>()
  const bySignIn = connectionMap<string>()

  function send(connection: LiveConnection, text: string) {
    if (connection.socket.bufferedAmount > MAX_WAITING_BYTES) connection.socket.terminate()
    else connection.socket.send(text)
  }

  function connectionsFor(delivery: Delivery): Iterable<LiveConnection>[] {
    if ('toEveryone' in delivery) return [byPerson.all()]
    return 'to' in delivery ? [...new Set(delivery.to)].map(byPerson.of) : delivery.toSignIns.map(bySignIn.of)
  }

  function remove(connection: LiveConnection) {
    byPerson.remove(connection.claims.personId, connection)
    bySignIn.remove(connection.claims.sessionId, connection)
  }

  return {
    /** The oldest socket is closed to make room, so that crashed tabs never lock their owner out. */
    add(connection: LiveConnection) {
      const [oldest, ...others] = byPerson.of(connection.claims.personId)
      if (oldest && others.length + 1 >= MAX_SOCKETS_PER_PERSON) {
        // Removed at once: a socket that is slow to close would keep its place and be closed again for the next one.
        remove(oldest)
        oldest.socket.close(1008, 'too many')
      }
      byPerson.add(connection.claims.personId, connection)
      bySignIn.add(connection.claims.sessionId, connection)
    },
    remove,
    all: byPerson.all,
    deliver(delivery: Delivery) {
      const text = JSON.stringify(delivery.event satisfies LiveEvent)
      for (const connections of connectionsFor(delivery)) {
        for (const connection of connections) {
          send(connection, text)
          if (delivery.event.type === 'accounts.sign_in_ended') connection.socket.close(4001, 'signed out')
        }
      }
    },
    /** Sent to everyone after events may have been missed: pages that receive it again refetch everything. */
    requestRefetch() {
      for (const connection of byPerson.all()) send(connection, JSON.stringify({ type: 'core.ready' } satisfies LiveEvent))
    },
    count: () => byPerson.all().length,
  }
}
export type LiveConnections = ReturnType<typeof liveConnections>

function connectionMap<Key>() {
  const connections = new Map<Key, Set<LiveConnection>>()
  const none: ReadonlySet<LiveConnection> = new Set()
  return {
    of: (key: Key): ReadonlySet<LiveConnection> => connections.get(key) ?? none,
    all: (): LiveConnection[] => [...connections.values()].flatMap((own) => [...own]),
    add(key: Key, connection: LiveConnection) {
      connections.set(key, (connections.get(key) ?? new Set()).add(connection))
    },
    remove(key: Key, connection: LiveConnection) {
      const own = connections.get(key)
      own?.delete(connection)
      if (own?.size === 0) connections.delete(key)
    },
  }
}
