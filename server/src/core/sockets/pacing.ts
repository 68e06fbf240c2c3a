/** Allows `most` calls in each window, which starts with the first call. Setting the clock back starts a new one and blocks nobody. */
export function windowLimit(most: number, lengthMs: number, now: () => Date): () => boolean {
  let startedAt = -Infinity
  let used = 0
  return () => {
    const at = now().getTime()
    if (at < startedAt || at >= startedAt + lengthMs) {
      startedAt = at
      used = 0
    }
    used += 1
    return used <= most
  }
}

const MAX_TRACKED = 50_000

/** Allows each person `most` calls in a window, across all their sockets on this server. */
export function personLimit(most: number, lengthMs: number, now: () => Date): (personId: number) => boolean {
  const people = new Map<number, () => boolean>()
  return (personId) => {
    const known = people.get(personId)
    if (known) return known()
    if (people.size >= MAX_TRACKED) people.clear()
    const isWithin = windowLimit(most, lengthMs, now)
    people.set(personId, isWithin)
    return isWithin()
  }
}

/** Frames up to this length are not counted: sockets that send no files never use the budget. */
const UNCOUNTED_BYTES = 64 * 1024

/** Usage of one socket. Plain data, because there are many sockets. */
type SocketUsage = { arriving: number; waiting: number; counted: number; isOpen: boolean }

/**
 * Limits the bytes that all sockets together have sent and that are not handled yet: frames still arriving and frames queued. One
 * socket may send a whole file, but not all sockets at the same time.
 */
export function bufferBudget(mostBytes: number) {
  let used = 0

  function count(usage: SocketUsage): void {
    if (!usage.isOpen) return
    const counted = Math.max(usage.arriving + usage.waiting - UNCOUNTED_BYTES, 0)
    used += counted - usage.counted
    usage.counted = counted
  }

  return {
    open: (): SocketUsage => ({ arriving: 0, waiting: 0, counted: 0, isOpen: true }),
    /** False if there is no budget for what this socket is sending. */
    addBytes(usage: SocketUsage, length: number): boolean {
      usage.arriving += length
      count(usage)
      return usage.counted === 0 || used <= mostBytes
    },
    /** Control frames are not part of a message and may arrive in the middle of one. */
    skipControlFrame(usage: SocketUsage, length: number): void {
      usage.arriving = Math.max(usage.arriving - length, 0)
      count(usage)
    },
    addFrame(usage: SocketUsage, length: number): void {
      usage.arriving = 0
      usage.waiting += length
      count(usage)
    },
    removeFrame(usage: SocketUsage, length: number): void {
      usage.waiting -= length
      count(usage)
    },
    close(usage: SocketUsage): void {
      if (usage.isOpen) used -= usage.counted
      usage.isOpen = false
    },
    used: () => used,
  }
}
export type BufferBudget = ReturnType<typeof bufferBudget>

/** Sockets that are not authenticated yet. Over the limit, the oldest is closed. */
export function pendingSockets<Socket>(limit: number, closeSocket: (socket: Socket) => void) {
  const waiting = new Set<Socket>()
  return {
    enter(socket: Socket): void {
      const [oldest] = waiting
      if (oldest !== undefined && waiting.size >= limit) {
        waiting.delete(oldest)
        closeSocket(oldest)
      }
      waiting.add(socket)
    },
    leave: (socket: Socket): void => void waiting.delete(socket),
  }
}
