import { FRAME_MAX_BYTES, type VideoEvent } from '@saathi/contract/video/socket'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { unknownLines } from '#chat/public.ts'
import { coreRefusal, Refusal } from '#core/errors.ts'
import type { SocketPlan } from '#core/sockets.ts'
import type { VideoSeat } from './hub.ts'
import { carryOut, type LineTools } from './line-commands.ts'
import { readFrame } from './line-frame.ts'
import { socketPace } from './line-pace.ts'
import { seatKeeper } from './line-seat.ts'

const HELLO_WITHIN_MS = 10_000
const MAX_UNKNOWN = 1_000
const MAX_UNREADABLE = 20
/** What one socket may have waiting behind a command that is being written. */
const MAX_WAITING_FRAME_BYTES = 16 * FRAME_MAX_BYTES

type Visitor = { socket: WebSocket; seat: VideoSeat | null; unreadable: number }

/** Of one who was not let in: 4001, with another token; 1013, at another time; 4003, not at all. */
const closeCodes: Record<string, number> = {
  'core.signed_out': 4001,
  'core.maintenance': 1013,
  'core.too_many': 1013,
  'core.unavailable': 1013,
}

/** `/ws/video/`: who is in a call, and what they say to each other so that their browsers can connect. */
export function videoLine(app: FastifyInstance, tools: LineTools, { limitFactor }: { limitFactor: number }): SocketPlan {
  const { hub, rooms, world, log } = tools
  const unknown = unknownLines<Visitor>(MAX_UNKNOWN, ({ socket }) => socket.close(1013, 'try again later'))
  const { seatFor, makeSure, requireOpen } = seatKeeper(app, tools)

  function attend(socket: WebSocket): void {
    const visitor: Visitor = { socket, seat: null, unreadable: 0 }
    unknown.enter(visitor)
    const pace = socketPace(limitFactor, world.clock.now)
    const unknownUntil = setTimeout(() => socket.close(1008, 'no hello'), HELLO_WITHIN_MS)
    let waitingBytes = 0
    let handled = Promise.resolve()

    function hearLife(): void {
      if (visitor.seat) visitor.seat.silentPulses = 0
    }

    async function comeIn(text: string): Promise<void> {
      const command = readFrame(text)
      if (command?.type !== 'hello') return void complain(refuseFrame(visitor))
      clearTimeout(unknownUntil)
      unknown.leave(visitor)
      try {
        visitor.seat = await seatFor(socket, command)
        await makeSure(visitor.seat)
      } catch (error) {
        const code = complain(error)
        socket.close(closeCodes[code] ?? 4003, code)
      }
      if (visitor.seat && socket.readyState !== socket.OPEN) forget(visitor.seat)
    }

    async function handle(text: string): Promise<void> {
      if (socket.readyState !== socket.OPEN) return
      const { seat } = visitor
      if (!seat) return comeIn(text)
      try {
        const command = readFrame(text)
        if (!command) throw refuseFrame(visitor)
        // Whoever goes, goes.
        if (command.type !== 'leave' && command.type !== 'beat') await requireOpen(seat)
        await carryOut(tools, seat, command, pace)
      } catch (error) {
        complain(error)
      }
    }

    function complain(error: unknown): string {
      const event = toError(error, log)
      hub.say(visitor, event)
      if (visitor.unreadable >= MAX_UNREADABLE) socket.close(1008, 'not understood')
      return event.code
    }

    function forget(seat: VideoSeat): void {
      hub.leave(seat)
      rooms.forget(seat.roomId)
    }

    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return
      if (isBinary) return socket.close(1003, 'text only')
      hearLife()
      const text = data.toString()
      waitingBytes += text.length
      if (!pace.isWithinFrames() || waitingBytes > MAX_WAITING_FRAME_BYTES) return socket.close(1008, 'too many')
      handled = handled
        .then(() => handle(text))
        .catch((error: unknown) => log.warn({ err: error }, 'video line'))
        .finally(() => (waitingBytes -= text.length))
    })
    socket.on('ping', () => {
      hearLife()
      // Each is answered by itself, also to one who never reads the answers.
      if (!pace.isWithinFrames()) socket.terminate()
    })
    socket.on('pong', hearLife)
    socket.on('error', (error) => log.info({ err: error }, 'video line'))
    socket.on('close', () => {
      clearTimeout(unknownUntil)
      unknown.leave(visitor)
      if (visitor.seat) forget(visitor.seat)
    })
  }

  return { url: '/ws/video/', maxFrameBytes: FRAME_MAX_BYTES, attend }
}

function refuseFrame(visitor: Visitor): Refusal {
  visitor.unreadable += 1
  return coreRefusal('core.bad_input')
}

/** A refusal says why; anything else is ours to find out, and to the other side means to come back. */
function toError(error: unknown, log: FastifyBaseLogger): Extract<VideoEvent, { type: 'error' }> {
  if (!(error instanceof Refusal)) log.warn({ err: error }, 'video line')
  const { code, message } = error instanceof Refusal ? error : coreRefusal('core.unavailable')
  return { type: 'error', code, message }
}
