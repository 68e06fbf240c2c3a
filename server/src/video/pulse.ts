import { BEAT_EVERY_MS } from '@saathi/contract/video/socket'
import { LOST_AFTER_SECONDS } from '@saathi/contract/video/entities'
import { inTransaction } from '#core/ctx.ts'
import type { LineTools } from './line-commands.ts'
import { dropLost, findLostRooms, keepAlive } from './presence.ts'
import { endSilent } from './recording.ts'

/** Whoever is silent for so many is lost by then, and what is left of their line goes, too. */
const SILENT_PULSES_MAX = (LOST_AFTER_SECONDS * 1000) / BEAT_EVERY_MS
/** A blackout begins by the clock, and nobody tells. */
const PULSES_A_CHECK = 2

type PulseTools = Pick<LineTools, 'world' | 'log' | 'hub' | 'rooms' | 'doors'> & {
  /** Where another engine records, no pieces come. */
  hasPieces: boolean
}

/** Who is still there, asked every five seconds by every server, of its own people and of those whose server is gone. */
export function startPulse({ world, log, hub, rooms, doors, hasPieces }: PulseTools) {
  const { db, clock } = world
  let pulses = 0
  let going: Promise<void> | null = null

  async function keepHeard(): Promise<void> {
    const heard = hub.all().filter(({ silentPulses }) => silentPulses === 0)
    for (const seat of hub.all()) {
      seat.silentPulses += 1
      if (seat.silentPulses > SILENT_PULSES_MAX) seat.socket.terminate()
      // The browser itself answers, also where the page sleeps in the background.
      else seat.socket.ping()
    }
    const present = await keepAlive(
      db,
      heard.map(({ peerId }) => peerId),
      clock.now(),
    )
    for (const { peerId, roomId } of heard) if (!present.has(peerId)) await rooms.readAgain(roomId)
  }

  async function askAbout(roomId: string): Promise<void> {
    if (hasPieces && rooms.isRecording(roomId)) await inTransaction(world, log, (ctx) => endSilent(ctx, roomId))
    if (pulses % PULSES_A_CHECK !== 0) return
    await doors.checkAll(roomId)
    await rooms.readAgain(roomId)
  }

  const warn = (error: unknown): void => log.warn({ err: error }, 'video pulse')

  /** One room that cannot be asked about keeps no other one waiting. */
  async function pulse(): Promise<void> {
    await keepHeard()
    for (const roomId of await findLostRooms(db, clock.now())) {
      await inTransaction(world, log, (ctx) => dropLost(ctx, roomId)).catch(warn)
    }
    for (const roomId of hub.roomIds()) await askAbout(roomId).catch(warn)
  }

  const timer = setInterval(() => {
    if (going) return
    pulses += 1
    going = pulse()
      .catch(warn)
      .finally(() => (going = null))
  }, BEAT_EVERY_MS)
  timer.unref()

  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await going
    },
  }
}
