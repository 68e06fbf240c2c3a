import type { Duplex } from 'node:stream'
import type { ChatEvent } from '@saathi/contract/chat/socket'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { coreRefusal, Refusal } from '#core/errors.ts'
import type { SocketPlan } from '#core/sockets.ts'
import { type ChatSeat, MAX_WAITING_BYTES } from './hub.ts'
import { carryOut, type LineTools } from './line-commands.ts'
import { type About, isLarge, readFrame, unknownFrame } from './line-frame.ts'
import { socketPace } from './line-pace.ts'
import { lineRoom, unknownLines } from './line-room.ts'
import { seatKeeper } from './line-seat.ts'

/** Five megabytes in base64, and the frame around them. */
const MAX_FRAME_BYTES = 7_340_032
const AUTHENTICATE_WITHIN_MS = 10_000
const PULSE_MS = 10_000
/** Between two questions whether the other side is still there. */
const PULSES_A_PING = 3
const FRAMES_A_SECOND = 100
/** What one socket may have waiting to be handled; more is not read any more. */
const MAX_WAITING_FRAMES = 200
const MAX_WAITING_FRAME_BYTES = 3 * MAX_FRAME_BYTES
const MAX_REFUSED_TOKENS = 3
/** Commands beyond the pace, each of which was told so, that outnumber those within it. */
const MAX_TOO_MANY = 50
/** Of all lines together, beside what is small. */
const MAX_ROOM_BYTES = 128 * 1024 * 1024
const MAX_UNKNOWN = 1_000
/** Before what a sign of life says come two bytes, and four that cover it. */
const CONTROL_BYTES = 6

/** Whoever is on the line, known or not. */
type Visitor = { socket: WebSocket; seat: ChatSeat | null; isAlive: boolean; refused: number; tooMany: number }

export type ChatLine = SocketPlan & { close: () => void }

/** `/ws/chat/`: speaks exactly the frames of the specification. */
export function chatLine(app: FastifyInstance, tools: LineTools, { limitFactor }: { limitFactor: number }): ChatLine {
  const visitors = new Set<Visitor>()
  const unknown = unknownLines<Visitor>(MAX_UNKNOWN, ({ socket }) => socket.close(1013, 'try again later'))
  const room = lineRoom(MAX_ROOM_BYTES)
  const { requireSeat, watchToken } = seatKeeper(app, tools)
  const { now } = tools.world.clock
  const { log } = app
  let pulses = 0

  const pulse = setInterval(() => {
    pulses += 1
    const isPinging = pulses % PULSES_A_PING === 0
    for (const visitor of visitors) {
      if (visitor.seat) watchToken(visitor.seat)
      if (!isPinging) continue
      if (visitor.isAlive) visitor.socket.ping()
      else visitor.socket.terminate()
      visitor.isAlive = false
    }
  }, PULSE_MS)
  pulse.unref()

  function attend(socket: WebSocket, stream: Duplex): void {
    const visitor: Visitor = { socket, seat: null, isAlive: true, refused: 0, tooMany: 0 }
    visitors.add(visitor)
    unknown.enter(visitor)
    const place = room.open()
    const isWithinPace = socketPace(FRAMES_A_SECOND * limitFactor, now)
    const unknownUntil = setTimeout(() => socket.close(1008, 'not authenticated'), AUTHENTICATE_WITHIN_MS)
    let waiting = 0
    let waitingBytes = 0
    let handled = Promise.resolve()

    function say(event: ChatEvent): void {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
      else socket.send(JSON.stringify(event))
    }

    /** Only who is known sends files, and so many of them. */
    function mayBeLarge({ seat }: Visitor): boolean {
      if (seat === null) socket.close(1009, 'too large')
      else if (!tools.pace.isWithinLarge(seat.claims.personId)) socket.close(1008, 'too many')
      else return true
      return false
    }

    async function handle(text: string): Promise<void> {
      if (socket.readyState !== socket.OPEN) return
      if (isLarge(text) && !mayBeLarge(visitor)) return
      let about = unknownFrame
      const complain = (error: unknown) => say(toError(error, about, log))
      try {
        const frame = readFrame(text)
        ;({ about } = frame)
        if (frame.isTooLarge) return socket.close(1009, 'too large')
        const { command } = frame
        if (!command) throw about.hasToken ? coreRefusal('core.bad_input') : refuseToken(visitor)
        const seat = await requireSeat(visitor, command.authToken, () => refuseToken(visitor))
        visitor.refused = 0
        clearTimeout(unknownUntil)
        unknown.leave(visitor)
        if (!tools.pace.isWithinCommands(seat.claims.personId)) throw tooMany(visitor)
        visitor.tooMany = Math.max(visitor.tooMany - 1, 0)
        await carryOut(tools, seat, command, complain)
      } catch (error) {
        complain(error)
        if (visitor.refused >= MAX_REFUSED_TOKENS) socket.close(4001, 'signed out')
        if (visitor.tooMany >= MAX_TOO_MANY * limitFactor) socket.close(1008, 'too many')
      }
    }

    // Before the frame that these bytes end is told.
    stream.prependListener('data', ({ length }: Buffer) => {
      if (room.hearBytes(place, length)) return
      // Not a goodbye that waits behind what is being sent.
      socket.terminate()
    })
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return
      if (isBinary) return socket.close(1003, 'text only')
      const text = data.toString()
      const { length } = text
      room.hearFrame(place, length)
      waiting += 1
      waitingBytes += length
      const isTooMuch = waiting > MAX_WAITING_FRAMES * limitFactor || waitingBytes > MAX_WAITING_FRAME_BYTES
      if (isTooMuch || !isWithinPace()) return socket.close(1008, 'too many')
      handled = handled
        .then(() => handle(text))
        .catch((error: unknown) => log.warn({ err: error }, 'chat line'))
        .finally(() => {
          waiting -= 1
          waitingBytes -= length
          room.endFrame(place, length)
        })
    })
    socket.on('ping', ({ length }) => {
      room.passOver(place, CONTROL_BYTES + length)
      // Each is answered by itself, also to one who never reads the answers.
      if (!isWithinPace() || socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
    })
    socket.on('pong', ({ length }) => {
      room.passOver(place, CONTROL_BYTES + length)
      visitor.isAlive = true
    })
    socket.on('error', (error) => log.info({ err: error }, 'chat line'))
    socket.on('close', () => {
      clearTimeout(unknownUntil)
      visitors.delete(visitor)
      unknown.leave(visitor)
      room.close(place)
      if (visitor.seat) tools.hub.leave(visitor.seat)
    })
  }

  return {
    url: '/ws/chat/',
    maxFrameBytes: MAX_FRAME_BYTES,
    attend,
    close: () => clearInterval(pulse),
  }
}

function tooMany(visitor: Visitor): Refusal {
  visitor.tooMany += 1
  return coreRefusal('core.too_many', { retryAfterSeconds: 1 })
}

function refuseToken(visitor: Visitor): Refusal {
  visitor.refused += 1
  return coreRefusal('core.signed_out')
}

/** A refusal says why; anything else is ours to find out, and to the other side means to come back. */
function toError(error: unknown, { channel, tempId }: About, log: FastifyBaseLogger): ChatEvent {
  if (!(error instanceof Refusal)) log.warn({ err: error }, 'chat line')
  const { code, message } = error instanceof Refusal ? error : coreRefusal('core.unavailable')
  return {
    command: 'error',
    code,
    message,
    ...(tempId !== undefined && { temp_id: tempId }),
    ...(channel !== undefined && { channel_id: channel }),
  }
}
