/** Limits for each person, across all their sockets on this server. */
export type PaceLimits = { commandsASecond: number; sendsAMinute: number }

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const MAX_TRACKED = 50_000

type Count = { window: number; used: number }
type Counters = { commands: Count; pages: Count; sends: Count; large: Count }

const emptyCount = (): Count => ({ window: -1, used: 0 })

/**
 * Counts in fixed windows of the clock, so that setting the clock starts a new window and blocks nobody. The socket closes the
 * connection of a client that keeps going over the limit.
 */
export function personLimits({ commandsASecond, sendsAMinute }: PaceLimits, now: () => Date) {
  const people = new Map<number, Counters>()

  function countersOf(personId: number): Counters {
    const known = people.get(personId)
    if (known) return known
    if (people.size >= MAX_TRACKED) people.clear()
    const counters = { commands: emptyCount(), pages: emptyCount(), sends: emptyCount(), large: emptyCount() }
    people.set(personId, counters)
    return counters
  }

  function increment(count: Count, lengthMs: number): number {
    const window = Math.floor(now().getTime() / lengthMs)
    if (count.window !== window) Object.assign(count, { window, used: 0 })
    count.used += 1
    return count.used
  }

  return {
    allowsCommand: (personId: number): boolean => increment(countersOf(personId).commands, SECOND_MS) <= commandsASecond,
    /** Each additional page of one command counts as a command. */
    allowsPage: (personId: number): boolean => increment(countersOf(personId).pages, SECOND_MS) <= commandsASecond,
    /** Counted before the frame is parsed, so separately: as many as messages allowed. */
    allowsLargeFrame: (personId: number): boolean => increment(countersOf(personId).large, MINUTE_MS) <= sendsAMinute,
    allowsSend: (personId: number): boolean => increment(countersOf(personId).sends, MINUTE_MS) <= sendsAMinute,
  }
}
export type PersonLimits = ReturnType<typeof personLimits>

/** Allows `most` calls in each window. Setting the clock starts a new window and blocks nobody. */
export function windowLimit(most: number, lengthMs: number, now: () => Date): () => boolean {
  let window = -1
  let used = 0
  return () => {
    const current = Math.floor(now().getTime() / lengthMs)
    if (current !== window) {
      window = current
      used = 0
    }
    used += 1
    return used <= most
  }
}

/** Frames per second for one socket, authenticated or not. */
export const socketLimit = (framesASecond: number, now: () => Date): (() => boolean) => windowLimit(framesASecond, SECOND_MS, now)

/** A command without a file is much smaller: sockets that send nothing else do not count. */
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
