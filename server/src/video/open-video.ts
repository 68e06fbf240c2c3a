import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { onChannelsChanged } from '#chat/public.ts'
import type { Bus } from '#core/bus.ts'
import type { World } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import type { SocketPlan } from '#core/sockets.ts'
import { videoHub } from './hub.ts'
import { hubDoors } from './hub-doors.ts'
import { hubRooms } from './hub-rooms.ts'
import { helloPace } from './line-pace.ts'
import { videoLine } from './line.ts'
import { startPulse } from './pulse.ts'
import { videoRelay } from './relay.ts'
import { ROOM } from './room-notes.ts'
import { videoTokens } from './token.ts'

export type VideoParts = { world: World; bus: Bus; limitFactor: number; env: Env }
export type OpenVideo = { line: SocketPlan; sockets: () => number }

/** The line of calls, and what keeps this server and the others of one mind about who is in them. */
export function openVideo(app: FastifyInstance, { world, bus, limitFactor, env }: VideoParts): OpenVideo {
  const { log } = app
  const hub = videoHub()
  const rooms = hubRooms({ world, hub, log })
  const doors = hubDoors(app, { world, hub, rooms, log })
  const relay = videoRelay(bus, { hub, rooms, serverId: randomUUID() })
  bus.onTold(ROOM, rooms.hearChanged)
  bus.onDelivery(doors.hearDelivery)
  onChannelsChanged(bus, doors.hearChannelsChanged)
  bus.onGap(() => {
    for (const roomId of hub.roomIds()) rooms.hearChanged(roomId)
    for (const seat of hub.all()) hub.say(seat, { type: 'gap' })
    doors.hearGap()
  })
  const pulse = startPulse({ world, log, hub, rooms, doors, hasPieces: env.video.jitsi === undefined })
  // The sockets were told to come back by then: what was begun for them is finished before the database closes.
  app.addHook('onClose', async () => {
    await pulse.stop()
    await doors.settled()
    await rooms.settled()
  })
  const tokens = videoTokens(env.secret, world.clock)
  const tools = { world, log, hub, rooms, doors, relay, tokens, isWithinHellos: helloPace(limitFactor, world.clock.now) }
  return { line: videoLine(app, tools, { limitFactor }), sockets: hub.count }
}
