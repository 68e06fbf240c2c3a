import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Claims, Delivery } from '../ctx.ts'

/** An authenticated socket. */
export type Connection = { socket: WebSocket; claims: Claims }

/** A reader this far behind is disconnected; it reconnects and fetches what it has missed. */
const MAX_WAITING_BYTES = 1024 * 1024

export const isTooFarBehind = ({ bufferedAmount }: WebSocket): boolean => bufferedAmount > MAX_WAITING_BYTES

/** A whole text with its header, ready for any number of clients: servers neither mask nor compress. */
export type TextFrame = Buffer & { readonly _: 'text frame' }

const FINAL_TEXT = 0x81
const [ONE_BYTE_MAX, TWO_BYTES_MAX] = [125, 0xffff]
const [IN_TWO_BYTES, IN_EIGHT_BYTES] = [126, 127]

export function textFrame(text: string): TextFrame {
  const length = Buffer.byteLength(text)
  const start = length <= ONE_BYTE_MAX ? 2 : length <= TWO_BYTES_MAX ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = FINAL_TEXT
  frame[1] = length <= ONE_BYTE_MAX ? length : length <= TWO_BYTES_MAX ? IN_TWO_BYTES : IN_EIGHT_BYTES
  if (start === 4) frame.writeUInt16BE(length, 2)
  if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, start)
  return frame as TextFrame
}

const streams = new WeakMap<WebSocket, Duplex>()
/** Call it once for each socket, before anything is sent. `stream`: the underlying connection. */
export const rememberStream = (socket: WebSocket, stream: Duplex): void => void streams.set(socket, stream)

let corked: Duplex[] = []

/** Everything that a client receives in one tick goes out with one call to the system, which costs more than the frames. */
function corkForThisTick(stream: Duplex): void {
  if (stream.writableCorked > 0) return
  if (corked.length === 0) process.nextTick(uncorkAll)
  stream.cork()
  corked.push(stream)
}

function uncorkAll(): void {
  const ready = corked
  corked = []
  for (const stream of ready) stream.uncork()
}

/** Sends a text frame, or disconnects a client that does not read. */
export function sendFrame(socket: WebSocket, frame: string | TextFrame): void {
  if (socket.readyState !== socket.OPEN) return
  if (isTooFarBehind(socket)) return socket.terminate()
  const stream = streams.get(socket)
  if (!stream) throw new Error('rememberStream was not called for this socket')
  corkForThisTick(stream)
  // The library would make a header and call the system for each client.
  stream.write(typeof frame === 'string' ? textFrame(frame) : frame)
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
