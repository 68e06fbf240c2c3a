import { GoodbyeReason, type Peer, type Recording } from '@saathi/contract/video/socket'
import type { FastifyBaseLogger } from 'fastify'
import { type BlockedPair, findBlockedPairs, linkToPictures } from '#accounts/public.ts'
import { withReadOnlyDb, type World } from '#core/ctx.ts'
import { isBlockedPair } from '../call/apart.ts'
import type { ConnectionRegistry, VideoConnection } from './connection-registry.ts'
import { findLeftReasons } from '../call/presence-store.ts'
import { findPeople, type PersonInCall } from '../call/presence.ts'
import { findRecording, type RecordingNow } from '../recording/recording.ts'

type Refresh = { isStale: boolean; done: Promise<void> }
type RoomState = { people: readonly PersonInCall[]; apart: readonly BlockedPair[]; recording: RecordingNow }

/**
 * Loads the state of rooms that have sockets here, and sends the full state to each socket when it changes. Order does not
 * matter, and the next refresh repairs any lost update.
 */
export function roomUpdates({ world, registry, log }: { world: World; registry: ConnectionRegistry; log: FastifyBaseLogger }) {
  const { db } = world
  const refreshes = new Map<string, Refresh>()
  const states = new Map<string, RoomState>()

  /** One refresh per room at a time. Resolves after a refresh that started after this call. */
  function refresh(roomId: string): Promise<void> {
    const running = refreshes.get(roomId)
    if (running) {
      running.isStale = true
      return running.done
    }
    const current: Refresh = { isStale: false, done: Promise.resolve() }
    current.done = refreshUntilFresh(roomId, current)
    refreshes.set(roomId, current)
    return current.done
  }

  /** Drops the cached state when the last socket has left. */
  function forget(roomId: string): void {
    if (registry.connectionsOf(roomId).size === 0) states.delete(roomId)
  }

  async function refreshUntilFresh(roomId: string, current: Refresh): Promise<void> {
    try {
      do {
        current.isStale = false
        await refreshOnce(roomId)
      } while (current.isStale)
    } finally {
      // No await since the last isStale check: later callers start a new refresh.
      refreshes.delete(roomId)
      forget(roomId)
    }
  }

  async function refreshOnce(roomId: string): Promise<void> {
    // A socket registered after this point may be missing from the result, so leave it alone.
    const connections = [...registry.connectionsOf(roomId)]
    if (connections.length === 0) return
    const [people, recording] = await Promise.all([findPeople(db, roomId), findRecording(db, roomId)])
    const apart = await findBlockedPairs(
      db,
      people.map(({ personId }) => personId),
    )
    states.set(roomId, { people, apart, recording })
    const present = new Set(people.map(({ peerId }) => peerId))
    await closeDeparted(connections.filter(({ peerId }) => !present.has(peerId)))
    for (const connection of connections) {
      if (!present.has(connection.peerId)) continue
      const { personId } = connection.claims
      // Two people of whom one has blocked the other neither see nor hear each other; the others notice nothing.
      await sendPeople(
        connection,
        people.filter((each) => !isBlockedPair(apart, personId, each.personId)),
      )
      sendRecording(connection, recording)
    }
  }

  async function closeDeparted(connections: readonly VideoConnection[]): Promise<void> {
    if (connections.length === 0) return
    const reasons = await findLeftReasons(
      db,
      connections.map(({ peerId }) => peerId),
    )
    for (const connection of connections) {
      const reason = reasons.get(connection.peerId)
      if (reason === 'lost') registry.requestReconnect(connection)
      else registry.dismiss(connection, GoodbyeReason.safeParse(reason).data ?? 'removed')
    }
  }

  async function sendPeople(connection: VideoConnection, people: readonly PersonInCall[]): Promise<void> {
    // Compare without picture links, which differ each time.
    const serialized = JSON.stringify(people)
    if (connection.lastSent.people === serialized) return
    const pictures = await withReadOnlyDb(world, log, (ctx) => linkToPictures({ ...ctx, actor: connection.actor }, people))
    registry.send(connection, { type: 'people', people: people.map((person, at) => showPeer(person, pictures[at] ?? null)) })
    connection.lastSent.people = serialized
  }

  function sendRecording(connection: VideoConnection, { state, since, seconds, segment }: RecordingNow): void {
    const isRecorder = segment?.recorderPeerId === connection.peerId
    const recording: Recording = {
      state,
      since: since?.toISOString() ?? null,
      seconds,
      segment: isRecorder ? segment.id : null,
    }
    const serialized = JSON.stringify(recording)
    if (connection.lastSent.recording === serialized) return
    connection.lastSent.recording = serialized
    registry.send(connection, { type: 'recording', recording })
  }

  return {
    refresh,
    /** Runs in the background; the next refresh repairs a failure. */
    onRoomChanged(roomId: string): void {
      if (registry.connectionsOf(roomId).size === 0) return
      refresh(roomId).catch((error: unknown) => log.warn({ err: error }, 'video rooms'))
    },
    isPresent: (roomId: string, peerId: string): boolean =>
      states.get(roomId)?.people.some((person) => person.peerId === peerId) ?? false,
    /** Whether one of these two peers has blocked the other. */
    isBlockedPair(roomId: string, one: string, other: string): boolean {
      const { people = [], apart = [] } = states.get(roomId) ?? {}
      const personOf = (peerId: string) => people.find((person) => person.peerId === peerId)?.personId ?? 0
      return apart.length > 0 && isBlockedPair(apart, personOf(one), personOf(other))
    },
    isRecording: (roomId: string): boolean => states.get(roomId)?.recording.state === 'running',
    forget,
    /** To be awaited before the database closes. */
    settled: async (): Promise<void> => void (await Promise.allSettled(Array.from(refreshes.values(), ({ done }) => done))),
  }
}
export type RoomUpdates = ReturnType<typeof roomUpdates>

const showPeer = ({ peerId, personId, name, order, state }: PersonInCall, displayPicture: string | null): Peer => ({
  peerId,
  userId: personId,
  name,
  displayPicture,
  order,
  state,
})
