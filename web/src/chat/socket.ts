import { type ChatCommand, ChatEvent } from '@saathi/contract/chat/socket'
import { useSyncExternalStore } from 'react'
import { profileQuery } from '#core/profile.ts'
import { queryClient } from '#core/query-client.ts'
import { renewToken } from '#core/network/renewal.ts'
import { onSessionChanged, sessionNow } from '#core/session.ts'
import { reconnectingSocket } from '#core/socket.ts'
import { currentToken } from '#core/network/token.ts'

type Bare<C> = C extends unknown ? Omit<C, 'authToken' | 'nickName'> : never
/** A command without token and name, which are added when it is sent. */
export type CommandInput = Bare<ChatCommand>

/** `late`: not connected for five seconds. */
export type SocketStatus = 'connecting' | 'open' | 'late'

export const LATE_AFTER_MS = 5_000
/** Without any reply for this long, the connection counts as dead. */
export const ANSWER_WITHIN_MS = 10_000
/** How often an idle connection is checked while the page is visible. */
const CHECK_EVERY_MS = 60_000

const socket = reconnectingSocket({
  path: '/ws/chat/',
  event: ChatEvent,
  onOpen: handleOpen,
  onEvent: receive,
  onDown: () => {
    queue.length = 0
    startLateTimer()
  },
})

let lateTimer: ReturnType<typeof setTimeout> | undefined
let wasOpen = false
let status: SocketStatus = 'connecting'
const queue: CommandInput[] = []
let isSending = false

const statusListeners = new Set<() => void>()
const openListeners = new Set<(isBack: boolean) => void>()
const frameListeners = new Set<(event: ChatEvent) => void>()

const add =
  <T>(set: Set<T>) =>
  (listener: T): (() => void) => {
    set.add(listener)
    return () => set.delete(listener)
  }

export const onFrame = add(frameListeners)
/** Called on each connect: earlier requests are lost. `isBack`: it was connected before and may have missed something. */
export const onSocketOpen = add(openListeners)
const onStatus = add(statusListeners)

export const socketStatus = (): SocketStatus => status
export const useSocketStatus = (): SocketStatus => useSyncExternalStore(onStatus, socketStatus)

function setStatus(next: SocketStatus): void {
  if (status === next) return
  status = next
  for (const notify of statusListeners) notify()
}

let users = 0

/** One socket for the whole app; the last user closes it. */
export function connectChat(): () => void {
  users += 1
  start()
  return () => {
    users -= 1
    if (users === 0) closeChat()
  }
}

function start(): void {
  if (socket.isStarted() || sessionNow() !== 'signedIn') return
  startLateTimer()
  socket.start()
}

function closeChat(): void {
  wasOpen = false
  queue.length = 0
  stopLateTimer()
  socket.stop()
  setStatus('connecting')
}

/** Call this if the connection is dead or does not know a new channel. */
export const reopenChat = socket.reopen

/** Counts from the last connection: a failed attempt does not restart it. */
function startLateTimer(): void {
  if (status === 'open') setStatus('connecting')
  lateTimer ??= setTimeout(() => {
    if (!socket.isStarted() || status === 'open') return
    console.warn('Cannot connect to socket')
    setStatus('late')
  }, LATE_AFTER_MS)
}

function stopLateTimer(): void {
  clearTimeout(lateTimer)
  lateTimer = undefined
}

function handleOpen(): void {
  stopLateTimer()
  setStatus('open')
  const isBack = wasOpen
  wasOpen = true
  for (const notify of openListeners) notify(isBack)
}

const withoutReply = new Set<CommandInput['command']>([
  'join',
  'leave',
  'message_seen',
  'message_delivered',
  'presence',
  'typing',
])

/** False without a connection: callers try again when it opens. */
export function sendCommand(command: CommandInput): boolean {
  if (!socket.isOpen()) return false
  queue.push(command)
  if (!withoutReply.has(command.command)) socket.expectReply(ANSWER_WITHIN_MS)
  void flushQueue()
  return true
}

/** In order: commands must not overtake each other while the token is renewed. */
async function flushQueue(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (let command = queue[0]; command; command = queue[0]) {
      const authToken = currentToken() ?? (await renewToken())
      // A reconnect while the token was renewed has emptied the queue.
      if (queue[0] !== command) continue
      if (!socket.send({ ...command, authToken, nickName: nickName() })) return
      queue.shift()
    }
  } catch {
    // No token: either the sign-in has ended, or the server is unreachable.
    socket.reconnectLater()
  } finally {
    isSending = false
  }
}

const nickName = () => queryClient.getQueryData(profileQuery.queryKey)?.displayName ?? ''

function receive(event: ChatEvent): void {
  if (event.command === 'error' && event.code === 'core.signed_out') return renew()
  // Only a received frame resets the backoff: a server that closes each connection at once must not be hammered.
  socket.resetBackoff()
  for (const notify of frameListeners) notify(event)
}

let renewing: Promise<void> | null = null

/** The token was refused. With a new one, open channels are joined again and pending messages resent. */
function renew(): void {
  renewing ??= renewToken()
    .then(() => openListeners.forEach((notify) => notify(false)))
    .catch(socket.reconnectLater)
    .finally(() => {
      renewing = null
    })
}

onSessionChanged(() => {
  if (sessionNow() !== 'signedIn') closeChat()
  else if (users > 0) start()
})

/** After sleep or a network change, the connection may be dead. */
function checkConnection(): void {
  if (document.visibilityState !== 'visible') return
  if (!sendCommand({ command: 'unread_message' })) socket.open()
}
document.addEventListener('visibilitychange', checkConnection)
setInterval(checkConnection, CHECK_EVERY_MS)
