import * as z from 'zod/mini'

const OPEN = 1
const OPEN_WITHIN_MS = 15_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/** Exponential backoff with jitter, so that clients do not all reconnect to a restarted server at once. */
export const waitMs = (failed: number, random: number, longestMs = LONGEST_WAIT_MS): number =>
  Math.min(longestMs, FIRST_WAIT_MS * 2 ** failed) * (0.5 + random / 2)

export type SocketOptions<Event> = {
  path: `/ws/${string}/`
  event: z.ZodMiniType<Event>
  /** Fetched before each attempt; without one, the attempt is repeated later. */
  token?: () => Promise<string>
  longestWaitMs?: number
  onOpen: (token: string) => void
  /** Events of a newer server that this page does not know are left out. */
  onEvent: (event: Event) => void
  /** The connection was dropped or an attempt failed, and another attempt follows. */
  onDown?: () => void
}

/** A socket that reconnects until it is stopped. */
export function reconnectingSocket<Event>(options: SocketOptions<Event>) {
  const { path, event: schema, token, longestWaitMs, onOpen, onEvent, onDown } = options
  let socket: WebSocket | null = null
  let isStarted = false
  let attempt = 0
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let replyTimer: ReturnType<typeof setTimeout> | undefined

  function drop(): void {
    const old = socket
    socket = null
    attempt += 1
    clearTimeout(retryTimer)
    stopExpecting()
    old?.close()
  }

  /** Connects at once, unless it is connected or connecting. */
  function open(): void {
    clearTimeout(retryTimer)
    if (!isStarted || socket) return
    if (!token) return connect('')
    const mine = ++attempt
    const ifCurrent = (work: () => void) => (mine === attempt ? work() : undefined)
    token().then(
      (fresh) => ifCurrent(() => connect(fresh)),
      () => ifCurrent(reconnectLater),
    )
  }

  function connect(freshToken: string): void {
    const url = new URL(path, location.origin)
    url.protocol = url.protocol.replace('http', 'ws')
    const ws = new WebSocket(url)
    socket = ws
    expectReply(OPEN_WITHIN_MS)
    ws.addEventListener('open', () => {
      if (ws !== socket) return
      stopExpecting()
      onOpen(freshToken)
    })
    ws.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (ws !== socket) return
      stopExpecting()
      const event = z.safeParse(schema, readFrame(data))
      if (event.success) onEvent(event.data)
    })
    ws.addEventListener('close', () => {
      if (ws === socket) reconnectLater()
    })
  }

  function reconnectLater(): void {
    drop()
    if (!isStarted) return
    onDown?.()
    retryTimer = setTimeout(open, waitMs(failures++, Math.random(), longestWaitMs))
  }

  /** Call this if the connection may be dead. */
  function reopen(): void {
    if (!isStarted) return
    drop()
    onDown?.()
    open()
  }

  function reopenOnline(): void {
    failures = 0
    reopen()
  }

  /** The browser keeps a page for Back only without an open connection. */
  function pause({ persisted }: PageTransitionEvent): void {
    if (!persisted) return
    drop()
    onDown?.()
  }

  function resume({ persisted }: PageTransitionEvent): void {
    // Handlers of the same event may end the session, which stops this socket.
    if (persisted) queueMicrotask(reopenOnline)
  }

  /** Browsers do not notice that the other end is gone, so a missing reply counts as a lost connection. */
  function expectReply(withinMs: number): void {
    replyTimer ??= setTimeout(reconnectLater, withinMs)
  }

  function stopExpecting(): void {
    clearTimeout(replyTimer)
    replyTimer = undefined
  }

  return {
    start(): void {
      if (isStarted) return
      isStarted = true
      failures = 0
      window.addEventListener('online', reopenOnline)
      // Browsers notice a broken connection after minutes, but the loss of the network at once.
      window.addEventListener('offline', reconnectLater)
      window.addEventListener('pagehide', pause)
      window.addEventListener('pageshow', resume)
      open()
    },
    stop(): void {
      isStarted = false
      window.removeEventListener('online', reopenOnline)
      window.removeEventListener('offline', reconnectLater)
      window.removeEventListener('pagehide', pause)
      window.removeEventListener('pageshow', resume)
      drop()
    },
    isStarted: (): boolean => isStarted,
    isOpen: (): boolean => socket?.readyState === OPEN,
    open,
    reopen,
    reconnectLater,
    /** Any frame is a reply. */
    expectReply,
    /** The server has accepted this client: the next reconnect starts with a short wait. */
    resetBackoff(): void {
      failures = 0
    },
    /** False without a connection. */
    send(frame: object): boolean {
      if (socket?.readyState !== OPEN) return false
      socket.send(JSON.stringify(frame))
      return true
    },
  }
}

/** Undefined if it is not JSON. */
function readFrame(data: unknown): unknown {
  if (typeof data !== 'string') return undefined
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
