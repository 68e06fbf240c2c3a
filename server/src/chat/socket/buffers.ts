/** A command without a file is much smaller: sockets that send nothing else do not count. */
const UNCOUNTED_BYTES = 64 * 1024

/** Usage of one socket. Plain data, because there are many sockets. */
export type SocketUsage = { arriving: number; waiting: number; counted: number; isOpen: boolean }

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
