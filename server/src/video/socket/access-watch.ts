import type { FastifyBaseLogger } from 'fastify'
import { type Delivery, inTransaction, type World } from '#core/ctx.ts'
import type { SocketAccess } from '#core/sockets/access.ts'
import { findStillAllowed } from '../access.ts'
import type { ConnectionRegistry, VideoConnection } from './connection-registry.ts'
import type { RoomUpdates } from './room-updates.ts'
import { findBlockedIn } from '../call/apart.ts'
import { leaveRoom } from '../call/presence.ts'

type AccessWatchParts = {
  access: SocketAccess
  world: World
  registry: ConnectionRegistry
  rooms: RoomUpdates
  log: FastifyBaseLogger
  /** An engine that mixes everybody's sound cannot hide one person from another. */
  isMixed: boolean
}

const nobody: ReadonlySet<number> = new Set()

/** Repeats the access checks for connected people whenever their access may have changed. */
export function watchAccess({ access, world, registry, rooms, log, isMixed }: AccessWatchParts) {
  const { db, clock } = world
  const pending = new Set<Promise<void>>()

  /** Close the socket first: that needs no database. If ending the stay fails, it times out later. */
  async function disconnect(connection: VideoConnection, reason: 'removed' | 'signed_out'): Promise<void> {
    registry.dismiss(connection, reason)
    await inTransaction(world, log, (ctx) => leaveRoom(ctx, connection.peerId, reason))
  }

  async function check(roomId: string): Promise<void> {
    const connections = [...registry.connectionsOf(roomId)]
    if (connections.length === 0) return
    const personIds = connections.map(({ claims }) => claims.personId)
    const staying = await findStillAllowed(db, roomId, personIds, clock.now())
    const blocked = isMixed ? await findBlockedIn(db, roomId) : nobody
    for (const connection of connections) {
      const { personId } = connection.claims
      if (!staying.has(personId) || blocked.has(personId)) await disconnect(connection, 'removed')
    }
  }

  async function checkSignIns(roomId: string): Promise<void> {
    for (const connection of registry.connectionsOf(roomId)) {
      const isOver = (await access.findActor(connection.claims)) === null
      if (isOver) await disconnect(connection, 'signed_out')
    }
  }

  /** Runs in the background; a failed check is repeated by a later heartbeat. */
  function runInBackground(work: Promise<void>): void {
    const done = work.catch((error: unknown) => log.warn({ err: error }, 'video doors')).finally(() => pending.delete(done))
    pending.add(done)
  }

  function onDelivery(delivery: Delivery): void {
    const { type } = delivery.event
    if (type === 'accounts.sign_in_ended')
      for (const connection of registry.targetsOf(delivery)) runInBackground(disconnect(connection, 'signed_out'))
    if (type === 'accounts.profile_changed') {
      for (const roomId of new Set(registry.targetsOf(delivery).map((connection) => connection.roomId))) {
        runInBackground(check(roomId))
        rooms.onRoomChanged(roomId)
      }
    }
  }

  /** Null means every channel. */
  function onChannelsChanged(channelIds: readonly number[] | null): void {
    const changed = channelIds && new Set(channelIds)
    const connections = registry.all().filter(({ channelId }) => !changed || changed.has(channelId))
    for (const roomId of new Set(connections.map((connection) => connection.roomId))) {
      runInBackground(check(roomId))
      rooms.onRoomChanged(roomId)
    }
  }

  /** Sign-ins and channel access. */
  async function checkAll(roomId: string): Promise<void> {
    await checkSignIns(roomId)
    await check(roomId)
  }

  /** One room at a time, to leave database connections for requests. */
  async function checkEverybody(): Promise<void> {
    for (const roomId of registry.roomIds()) await checkAll(roomId)
  }

  return {
    onDelivery,
    onChannelsChanged,
    checkAll,
    /** The missed events may include an ended sign-in or membership. */
    onGap: (): void => runInBackground(checkEverybody()),
    settled: async (): Promise<void> => void (await Promise.all(pending)),
  }
}
export type AccessWatch = ReturnType<typeof watchAccess>
