import { LiveEvent, type LiveCommand } from '@saathi/contract/live'
import * as z from 'zod/mini'
import { openSocket, readFrame, waitMs } from './live-socket.ts'
import { onMaintenance } from './system-status.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { renewToken } from './network/renewal.ts'
import { endSession } from './session.ts'
import { currentToken, onTokenRenewed } from './network/token.ts'

type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>

const handlers = new Map<string, Set<(event: LiveEvent) => void>>()

/** Domains subscribe to their events here. Returns a function to unsubscribe. */
export function onLive<T extends LiveEvent['type']>(type: T, handler: (event: EventOf<T>) => void): () => void {
  const listener = (event: LiveEvent) => handler(event as EventOf<T>)
  const known = handlers.get(type) ?? new Set()
  handlers.set(type, known.add(listener))
  return () => known.delete(listener)
}

let socket: WebSocket | null = null
let shouldConnect = false
let wasReady = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function connectLive(): void {
  if (shouldConnect) return
  shouldConnect = true
  failures = 0
  void open()
}

export function closeLive(): void {
  shouldConnect = false
  wasReady = false
  clearTimeout(timer)
  const old = socket
  socket = null
  old?.close()
}

async function open(): Promise<void> {
  clearTimeout(timer)
  const accessToken = currentToken() ?? (await renewToken().catch(() => null))
  if (!shouldConnect || socket) return
  if (accessToken === null) return scheduleReconnect()
  const opened = openSocket('/ws/live/')
  socket = opened
  opened.addEventListener('open', () => authenticate(opened, accessToken))
  opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => handleFrame(opened, data))
  opened.addEventListener('close', () => {
    if (socket !== opened) return
    socket = null
    scheduleReconnect()
  })
}

function scheduleReconnect(): void {
  if (!shouldConnect) return
  clearTimeout(timer)
  timer = setTimeout(() => void open(), waitMs(failures++, Math.random()))
}

function authenticate(opened: WebSocket, accessToken: string): void {
  const command: LiveCommand = { type: 'core.authenticate', accessToken }
  if (opened.readyState === WebSocket.OPEN) opened.send(JSON.stringify(command))
}

function handleFrame(opened: WebSocket, data: unknown): void {
  if (opened !== socket) return
  const event = z.safeParse(LiveEvent, readFrame(data))
  // A newer server may send events this page does not know.
  if (event.success) for (const handler of handlers.get(event.data.type) ?? []) handler(event.data)
}

onLive('core.ready', () => {
  failures = 0
  // Events sent while disconnected were missed.
  if (wasReady) void queryClient.invalidateQueries()
  wasReady = true
})
onLive('core.refused', () => {
  // The token was rejected: renew it for the next attempt, or find out that the session is over.
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
  if (shouldConnect && !socket) void open()
})
