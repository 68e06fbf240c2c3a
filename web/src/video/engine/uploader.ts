import { PIECE_MAX_BYTES, SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import { ApiError } from '#core/api-error.ts'

export type Piece = { segmentId: string; pieceNumber: number; offset: number; isLast: boolean; bytes: Blob }
/** The calls of the same names. */
export type SendPiece = (
  room: string,
  piece: Piece,
) => Promise<{ nextPiece: number; nextOffset: number; nextSegment: string | null }>
export type FindSegment = (room: string, segmentId: string) => Promise<{ nextPiece: number; nextOffset: number; isOpen: boolean }>

export type Uploader = {
  add: (film: Blob, isLast: boolean) => void
  /** Nothing more is sent. */
  stop: () => void
  /** When all has arrived, or nothing more will. */
  done: Promise<void>
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** Refusals that are said again however often one asks. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408
const isOutOfOrder = (error: unknown) => error instanceof ApiError && error.code === 'video.piece_out_of_order'

/** An empty element of a film, for a last piece in which nothing is left: players pass over it. */
const nothing = () => new Blob([new Uint8Array([0xec, 0x80])])

/**
 * The pieces of one segment, in order, one at a time, each kept until the server has said that it is there. After a break the
 * server is asked where to go on. `onOver`: the server takes no more of it, or it has grown beyond all hope.
 */
export function openUploader(options: {
  room: string
  segmentId: string
  sendPiece: SendPiece
  findSegment: FindSegment
  onNext: (segmentId: string) => void
  onOver: () => void
}): Uploader {
  const { room, segmentId } = options
  let waiting: Piece[] = []
  let nextPiece = 0
  let nextOffset = 0
  let isSending = false
  let isStopped = false
  let wake = () => {}
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()

  function stop(): void {
    isStopped = true
    waiting = []
    wake()
    finish()
  }

  function giveUp(): void {
    if (isStopped) return
    stop()
    options.onOver()
  }

  function add(film: Blob, isLast: boolean): void {
    if (isStopped) return
    const whole = film.size === 0 && isLast ? nothing() : film
    for (let start = 0; start < whole.size; start += PIECE_MAX_BYTES) {
      const bytes = whole.slice(start, start + PIECE_MAX_BYTES)
      waiting.push({
        segmentId,
        pieceNumber: nextPiece++,
        offset: nextOffset,
        isLast: isLast && start + PIECE_MAX_BYTES >= whole.size,
        bytes,
      })
      nextOffset += bytes.size
    }
    if (waiting.reduce((total, { bytes }) => total + bytes.size, 0) > SEGMENT_MAX_BYTES) return giveUp()
    void sendAll()
  }

  async function sendAll(): Promise<void> {
    if (isSending) return
    isSending = true
    let failures = 0
    for (let piece = waiting[0]; piece; piece = waiting[0]) {
      try {
        if (failures > 0) await align()
        else await sendOne(piece)
        failures = 0
      } catch (error) {
        if (isFinal(error) && !(isOutOfOrder(error) && failures === 0)) giveUp()
        else await rest(failures++)
      }
    }
    isSending = false
  }

  async function sendOne(piece: Piece): Promise<void> {
    const { nextSegment } = await options.sendPiece(room, piece)
    if (isStopped) return
    waiting.shift()
    const isWhole = piece.isLast || nextSegment !== null
    if (!isWhole) return
    stop()
    if (nextSegment !== null) options.onNext(nextSegment)
  }

  /** What has arrived although nobody said so is not sent again. */
  async function align(): Promise<void> {
    const there = await options.findSegment(room, segmentId)
    if (isStopped) return
    const last = waiting.at(-1)
    if (!there.isOpen) return last?.isLast && there.nextPiece > last.pieceNumber ? stop() : giveUp()
    waiting = waiting.filter(({ pieceNumber }) => pieceNumber >= there.nextPiece)
    const [first] = waiting
    if (first && (first.pieceNumber !== there.nextPiece || first.offset !== there.nextOffset)) giveUp()
  }

  function rest(failed: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failed))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return { add, stop, done }
}
