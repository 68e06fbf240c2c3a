import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { onChannelsChanged } from '#chat/public.ts'
import type { OpenSocket, SocketParts } from '#core/domain.ts'
import { connectionRegistry } from './connection-registry.ts'
import { watchAccess } from './access-watch.ts'
import { roomUpdates } from './room-updates.ts'
import { helloLimit } from './socket-limits.ts'
import { videoSocket } from './socket.ts'
import { startHeartbeat } from './heartbeat.ts'
import { videoRelay } from './relay.ts'
import { ROOM } from './room-topics.ts'
import { videoTokens } from './token.ts'

/** The video socket, and the parts that keep presence in sync between servers. */
export function openVideo(app: FastifyInstance, { world, bus, services: { env } }: SocketParts): OpenSocket {
  const { limitFactor } = env
  const { log } = app
  const registry = connectionRegistry()
  const rooms = roomUpdates({ world, registry, log })
  const accessWatch = watchAccess(app, { world, registry, rooms, log })
  const relay = videoRelay(bus, { registry, rooms, serverId: randomUUID() })
  bus.onTopic(ROOM, rooms.onRoomChanged)
  bus.onDelivery(accessWatch.onDelivery)
  onChannelsChanged(bus, accessWatch.onChannelsChanged)
  bus.onGap(() => {
    for (const roomId of registry.roomIds()) rooms.onRoomChanged(roomId)
    for (const connection of registry.all()) registry.send(connection, { type: 'gap' })
    accessWatch.onGap()
  })
  const heartbeat = startHeartbeat({ world, log, registry, rooms, accessWatch, hasPieces: env.video.jitsi === undefined })
  // Sockets are closed by now: finish their pending work before the database closes.
  app.addHook('onClose', async () => {
    await heartbeat.stop()
    await accessWatch.settled()
    await rooms.settled()
  })
  const tokens = videoTokens(env.secret, world.clock)
  const tools = {
    world,
    log,
    registry,
    rooms,
    accessWatch,
    relay,
    tokens,
    isWithinHellos: helloLimit(limitFactor, world.clock.now),
  }
  return { plan: videoSocket(app, tools, { limitFactor }), count: registry.count }
}
