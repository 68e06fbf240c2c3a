import { BEAT_EVERY_MS } from '@saathi/contract/video/socket'
import { LOST_AFTER_SECONDS } from '@saathi/contract/video/entities'
import { inTransaction } from '#core/ctx.ts'
import type { SocketTools } from './socket-commands.ts'
import { dropLost, findLostRooms, keepAlive } from './presence.ts'
import { endSilentSegment } from './recording.ts'

/** After this many heartbeats without a sign of life the person counts as lost, and the socket is closed. */
const SILENT_BEATS_MAX = (LOST_AFTER_SECONDS * 1000) / BEAT_EVERY_MS
/** A blackout starts by the clock, without an event. */
const BEATS_PER_CHECK = 2

type HeartbeatTools = Pick<SocketTools, 'world' | 'log' | 'registry' | 'rooms' | 'accessWatch'> & {
  /** False when Jitsi records: it uploads no pieces. */
  hasPieces: boolean
}

/** Every five seconds each server marks its own people as alive and drops lost people, including those of dead servers. */
export function startHeartbeat({ world, log, registry, rooms, accessWatch, hasPieces }: HeartbeatTools) {
  const { db, clock } = world
  let beats = 0
  let running: Promise<void> | null = null

  async function markAlive(): Promise<void> {
    const alive = registry.all().filter(({ silentBeats }) => silentBeats === 0)
    for (const connection of registry.all()) {
      connection.silentBeats += 1
      if (connection.silentBeats > SILENT_BEATS_MAX) connection.socket.terminate()
      // The browser answers pings even when the page is in the background.
      else connection.socket.ping()
    }
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
    for (const roomId of registry.roomIds()) await checkRoom(roomId).catch(warn)
  }

  const timer = setInterval(() => {
    if (running) return
    beats += 1
    running = heartbeat()
      .catch(warn)
      .finally(() => (running = null))
  }, BEAT_EVERY_MS)
  timer.unref()

  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
