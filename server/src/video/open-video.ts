import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { onChannelsChanged } from '#chat/public.ts'
import { inTransaction } from '#core/ctx.ts'
import type { OpenSocket, SocketParts } from '#core/domain.ts'
import { socketAccess } from '#core/sockets/access.ts'
import { watchAccess } from './socket/access-watch.ts'
import { videoConnections } from './socket/connection-registry.ts'
import { dropLost, findLostRooms, keepAlive, settleDue } from './call/presence.ts'
import { findDueRooms } from './call/ring-store.ts'
import { endSilentSegment } from './recording/recording.ts'
import { videoRelay } from './socket/relay.ts'
import { ROOM } from './room-topics.ts'
import { roomUpdates } from './socket/room-updates.ts'
import type { SocketTools } from './socket/commands.ts'
import { helloLimit } from './socket/limits.ts'
import { videoSocket } from './socket/socket.ts'
import { videoTokens } from './call/token.ts'

/** The video socket, and the parts that keep presence in sync between servers. */
export function openVideo(app: FastifyInstance, { world, bus, services: { env } }: SocketParts): OpenSocket {
  const { limitFactor } = env
  const { log } = app
  const registry = videoConnections()
  const access = socketAccess(app)
  const rooms = roomUpdates({ world, registry, log })
  const accessWatch = watchAccess({ access, world, registry, rooms, log, isMixed: env.video.jitsi !== undefined })
  const relay = videoRelay(bus, { registry, rooms, serverId: randomUUID() })
  bus.onTopic(ROOM, rooms.onRoomChanged)
  bus.onDelivery(accessWatch.onDelivery)
  onChannelsChanged(bus, accessWatch.onChannelsChanged)
  bus.onGap(() => {
    for (const roomId of registry.roomIds()) rooms.onRoomChanged(roomId)
    for (const connection of registry.all()) registry.send(connection, { type: 'gap' })
    accessWatch.onGap()
  })
  const heartbeat = presenceHeartbeat({ world, log, registry, rooms, accessWatch, hasPieces: env.video.jitsi === undefined })
  // Sockets are closed by now: finish their pending work before the database closes.
  app.addHook('onClose', async () => {
    await heartbeat.settled()
    await accessWatch.settled()
    await rooms.settled()
  })
  const tokens = videoTokens(env.secret, world.clock)
  const tools = {
    access,
    world,
    log,
    registry,
    rooms,
    accessWatch,
    relay,
    tokens,
    isWithinHellos: helloLimit(limitFactor, world.clock.now),
  }
  return { plan: videoSocket(app, tools, { limitFactor, onBeat: heartbeat.beat }), count: registry.count }
}

/** A blackout starts by the clock, without an event. */
const BEATS_PER_CHECK = 2

type HeartbeatTools = Pick<SocketTools, 'world' | 'log' | 'registry' | 'rooms' | 'accessWatch'> & {
  /** False when Jitsi records: it uploads no pieces. */
  hasPieces: boolean
}

/** Every five seconds each server marks its own people as alive and drops lost people, including those of dead servers. */
function presenceHeartbeat({ world, log, registry, rooms, accessWatch, hasPieces }: HeartbeatTools) {
  const { db, clock } = world
  let beats = 0
  let running: Promise<void> | null = null

  async function markAlive(): Promise<void> {
    const alive = registry.all().filter(({ client }) => client.silentBeats === 0)
    const present = await keepAlive(
      db,
      alive.map(({ peerId }) => peerId),
      clock.now(),
    )
    for (const { peerId, roomId } of alive) if (!present.has(peerId)) await rooms.refresh(roomId)
  }

  async function checkRoom(roomId: string): Promise<void> {
    if (hasPieces && rooms.isRecording(roomId)) await inTransaction(world, log, (ctx) => endSilentSegment(ctx, roomId))
    if (beats % BEATS_PER_CHECK !== 0) return
    await accessWatch.checkAll(roomId)
    await rooms.refresh(roomId)
  }

  const warn = (error: unknown): void => log.warn({ err: error }, 'video pulse')

  /** An error in one room must not block the others. */
  async function heartbeat(): Promise<void> {
    await markAlive()
    for (const roomId of await findLostRooms(db, clock.now())) {
      await inTransaction(world, log, (ctx) => dropLost(ctx, roomId)).catch(warn)
    }
    for (const roomId of await findDueRooms(db, clock.now())) {
      await inTransaction(world, log, (ctx) => settleDue(ctx, roomId)).catch(warn)
    }
    for (const roomId of registry.roomIds()) await checkRoom(roomId).catch(warn)
  }

  return {
    beat(): void {
      if (running) return
      beats += 1
      running = heartbeat()
        .catch(warn)
        .finally(() => (running = null))
    },
    settled: async (): Promise<void> => void (await running),
  }
}
