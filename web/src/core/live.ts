import { LiveEvent, type LiveCommand } from '@saathi/contract/live'
import { reconnectingSocket } from './socket.ts'
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

let wasReady = false

const socket = reconnectingSocket({
  path: '/ws/live/',
  event: LiveEvent,
  token: async () => currentToken() ?? (await renewToken()),
  onOpen: authenticate,
  onEvent: (event) => {
    for (const handler of handlers.get(event.type) ?? []) handler(event)
  },
})

export const connectLive = (): void => socket.start()

export function closeLive(): void {
  wasReady = false
  socket.stop()
}

function authenticate(accessToken: string): void {
  socket.send({ type: 'core.authenticate', accessToken } satisfies LiveCommand)
}

onLive('core.ready', () => {
  socket.resetBackoff()
  // Events sent while disconnected were missed.
  if (wasReady) void queryClient.invalidateQueries()
  wasReady = true
})
onLive('core.refused', () => {
  // The token was rejected: renew it for the next attempt, or find out that the session is over.
  void renewToken().catch(() => null)
  socket.reconnectLater()
})
onLive('accounts.sign_in_ended', () => void endSession('over'))
onLive('accounts.maintenance_changed', ({ underMaintenance, maintenance }) => onMaintenance(underMaintenance, maintenance))
onLive('accounts.profile_changed', () => void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }))

onTokenRenewed(authenticate)
