import { type ChatCommand, ChatEvent } from '@saathi/contract/chat/socket'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { openSocket, readFrame, waitMs } from '#core/live-socket.ts'
import { profileQuery } from '#core/profile.ts'
import { queryClient } from '#core/query-client.ts'
import { renewToken } from '#core/renewal.ts'
import { onSessionChanged, sessionNow } from '#core/session.ts'
import { currentToken } from '#core/token.ts'

type Bare<C> = C extends unknown ? Omit<C, 'authToken' | 'nickName'> : never
/** A command without who says it, which is added as it leaves. */
export type Said = Bare<ChatCommand>

/** `late`: it was wanted for five seconds, and is not there. */
export type LineStanding = 'connecting' | 'open' | 'late'

export const LATE_AFTER_MS = 5_000
/** After this long without an answer the line is taken for dead. */
export const ANSWER_WITHIN_MS = 10_000
/** A line that nothing is heard on is asked something as often, while somebody looks. */
export const LOOK_EVERY_MS = 60_000
const OPEN_WITHIN_MS = 15_000
const OPEN = 1

let socket: WebSocket | null = null
let isWanted = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let lateTimer: ReturnType<typeof setTimeout> | undefined
let deadTimer: ReturnType<typeof setTimeout> | undefined
let wasOpen = false
let standing: LineStanding = 'connecting'
let held: Said[] = []
let isSending = false

const watchers = new Set<() => void>()
const openers = new Set<(isBack: boolean) => void>()
const hearers = new Set<(event: ChatEvent) => void>()

const add =
  <T>(set: Set<T>) =>
  (one: T): (() => void) => {
    set.add(one)
    return () => set.delete(one)
  }

export const onFrame = add(hearers)
/** Each time that it is there: what was asked before has been asked of nobody. `isBack`: it was gone, and something was missed. */
export const onLineOpen = add(openers)
const watch = add(watchers)

export const lineNow = (): LineStanding => standing
export const useLine = (): LineStanding => useSyncExternalStore(watch, lineNow)

function setStanding(next: LineStanding): void {
  if (standing === next) return
  standing = next
  for (const tell of watchers) tell()
}

let users = 0

/** One line for the whole app, however many parts of it talk: whoever is the last to let go of it closes it. */
export function connectChat(): () => void {
  users += 1
  start()
  return () => {
    users -= 1
    if (users === 0) closeChat()
  }
}

function start(): void {
  if (isWanted || sessionNow() !== 'signedIn') return
  isWanted = true
  failures = 0
  startWaiting()
  open()
}

function closeChat(): void {
  isWanted = false
  wasOpen = false
  clearTimeout(timer)
  stopWaiting()
  drop()
  setStanding('connecting')
}

/** For a line that is silent, or that knows other channels than there are now. */
export function reopenChat(): void {
  if (!isWanted) return
  drop()
  startWaiting()
  open()
}

function drop(): void {
  const old = socket
  socket = null
  held = []
  stopListening()
  old?.close()
}

/** From when it was there last: an attempt that fails does not begin the wait anew. */
function startWaiting(): void {
  if (standing === 'open') setStanding('connecting')
  lateTimer ??= setTimeout(() => {
    if (!isWanted || standing === 'open') return
    console.warn('Cannot connect to socket')
    setStanding('late')
  }, LATE_AFTER_MS)
}

function stopWaiting(): void {
  clearTimeout(lateTimer)
  lateTimer = undefined
}

/** A browser does not see that the other end is gone: whoever is asked and says nothing at all for a while is not there. */
function listen(withinMs: number): void {
  deadTimer ??= setTimeout(lose, withinMs)
}

function stopListening(): void {
  clearTimeout(deadTimer)
  deadTimer = undefined
}

function open(): void {
  clearTimeout(timer)
  if (!isWanted || socket) return
  const line = openSocket('/ws/chat/')
  socket = line
  listen(OPEN_WITHIN_MS)
  line.addEventListener('open', () => handleOpen(line))
  line.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(line, data))
  line.addEventListener('close', () => {
    if (socket === line) lose()
  })
}

function lose(): void {
  drop()
  if (!isWanted) return
  startWaiting()
  openLater()
}

function openLater(): void {
  if (!isWanted) return
  clearTimeout(timer)
  timer = setTimeout(open, waitMs(failures++, Math.random()))
}

function handleOpen(line: WebSocket): void {
  if (line !== socket) return
  stopWaiting()
  stopListening()
  setStanding('open')
  const isBack = wasOpen
  wasOpen = true
  for (const tell of openers) tell(isBack)
}

const unanswered = new Set<Said['command']>(['join', 'leave', 'message_seen'])

/** False where there is no line: whoever asks does so again when it is there. */
export function say(command: Said): boolean {
  if (socket?.readyState !== OPEN) return false
  held.push(command)
  if (!unanswered.has(command.command)) listen(ANSWER_WITHIN_MS)
  void sendHeld()
  return true
}

/** One after the other: a token that has to be renewed first must not let later words overtake earlier ones. */
async function sendHeld(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (let command = held[0]; command; command = held[0]) {
      const line = socket
      const authToken = currentToken() ?? (await renewToken())
      if (line !== socket) continue
      if (line?.readyState !== OPEN) return
      held.shift()
      line.send(JSON.stringify({ ...command, authToken, nickName: nickName() }))
    }
  } catch {
    // Without a token nothing can be said. Either the sign-in is over, or the server cannot be reached.
    socket?.close()
  } finally {
    isSending = false
  }
}

const nickName = () => queryClient.getQueryData(profileQuery.queryKey)?.displayName ?? ''

function hear(line: WebSocket, data: unknown): void {
  if (line !== socket) return
  stopListening()
  const event = z.safeParse(ChatEvent, readFrame(data)).data
  // A newer server may say things that this page does not know yet.
  if (!event) return
  if (event.command === 'error' && event.code === 'core.signed_out') return renew()
  // Only a line on which something was heard is a good one: a server that ends each at once must not be hurried.
  failures = 0
  for (const tell of hearers) tell(event)
}

let renewing: Promise<void> | null = null

/** The token was refused: with a new one everything that is open is asked again, and what is unsent sent again. */
function renew(): void {
  renewing ??= renewToken()
    .then(() => openers.forEach((tell) => tell(false)))
    .catch(() => socket?.close())
    .finally(() => {
      renewing = null
    })
}

onSessionChanged(() => {
  if (sessionNow() !== 'signedIn') closeChat()
  else if (users > 0) start()
})
window.addEventListener('online', reopenChat)

/** A phone that slept, or went from one network to another, may have a line that leads nowhere. */
function look(): void {
  if (document.visibilityState !== 'visible') return
  if (!say({ command: 'unread_message' })) open()
}
document.addEventListener('visibilitychange', look)
setInterval(look, LOOK_EVERY_MS)
// A cut line is noticed by the browser after minutes; that the network is gone it knows at once.
window.addEventListener('offline', lose)
