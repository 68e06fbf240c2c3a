import { LiveEvent, type LiveCommand } from '@saathi/contract/live'
import * as z from 'zod/mini'
import { openSocket, readFrame, waitMs } from './live-socket.ts'
import { onMaintenance } from './maintenance.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { renewToken } from './renewal.ts'
import { endSession } from './session.ts'
import { currentToken, onTokenRenewed } from './token.ts'

type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>

const handlers = new Map<string, Set<(event: LiveEvent) => void>>()

/** Rooms hear their own events here; the returned function stops it. */
export function onLive<T extends LiveEvent['type']>(type: T, handler: (event: EventOf<T>) => void): () => void {
  const heard = (event: LiveEvent) => handler(event as EventOf<T>)
  const known = handlers.get(type) ?? new Set()
  handlers.set(type, known.add(heard))
  return () => known.delete(heard)
}

let socket: WebSocket | null = null
let isWanted = false
let wasReady = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function connectLive(): void {
  if (isWanted) return
  isWanted = true
  failures = 0
  void open()
}

export function closeLive(): void {
  isWanted = false
  wasReady = false
  clearTimeout(timer)
  const old = socket
  socket = null
  old?.close()
}

async function open(): Promise<void> {
  clearTimeout(timer)
  const accessToken = currentToken() ?? (await renewToken().catch(() => null))
  if (!isWanted || socket) return
  if (accessToken === null) return openLater()
  const line = openSocket('/ws/live/')
  socket = line
  line.addEventListener('open', () => authenticate(line, accessToken))
  line.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(line, data))
  line.addEventListener('close', () => {
    if (socket !== line) return
    socket = null
    openLater()
  })
}

function openLater(): void {
  if (!isWanted) return
  clearTimeout(timer)
  timer = setTimeout(() => void open(), waitMs(failures++, Math.random()))
}

function authenticate(line: WebSocket, accessToken: string): void {
  const command: LiveCommand = { type: 'core.authenticate', accessToken }
  if (line.readyState === WebSocket.OPEN) line.send(JSON.stringify(command))
}

function hear(line: WebSocket, data: unknown): void {
  if (line !== socket) return
  const event = z.safeParse(LiveEvent, readFrame(data))
  // A newer server may speak of rooms this page does not know yet.
  if (event.success) for (const handler of handlers.get(event.data.type) ?? []) handler(event.data)
}

onLive('core.ready', () => {
  failures = 0
  // What was said while the line was down was said to nobody.
  if (wasReady) void queryClient.invalidateQueries()
  wasReady = true
})
onLive('core.refused', () => {
  // The token was not accepted: the next attempt brings a new one, or learns that the sign-in is over.
  void renewToken().catch(() => null)
  socket?.close()
})
onLive('accounts.sign_in_ended', () => void endSession('over'))
onLive('accounts.maintenance_changed', ({ underMaintenance }) => onMaintenance(underMaintenance))
onLive('accounts.profile_changed', () => void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }))

onTokenRenewed((accessToken) => {
  if (socket) authenticate(socket, accessToken)
})
window.addEventListener('online', () => {
  if (isWanted && !socket) void open()
})
