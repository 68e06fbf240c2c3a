import { PIECE_MAX_BYTES, SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import { ApiError } from '#core/api-error.ts'

export type Piece = { segmentId: string; pieceNumber: number; offset: number; isLast: boolean; bytes: Blob }
/** The signatures of the API calls with these names. */
export type SendPiece = (
  room: string,
  piece: Piece,
) => Promise<{ nextPiece: number; nextOffset: number; nextSegment: string | null }>
export type FindSegment = (room: string, segmentId: string) => Promise<{ nextPiece: number; nextOffset: number; isOpen: boolean }>

export type Uploader = {
  add: (data: Blob, isLast: boolean) => void
  /** Sends nothing more. */
  stop: () => void
  /** Resolves when everything has been uploaded, or nothing more will be. */
  done: Promise<void>
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** Errors that a retry cannot fix. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408
const isOutOfOrder = (error: unknown) => error instanceof ApiError && error.code === 'video.piece_out_of_order'

/** Sent as the last piece when there is no data left: an empty WebM element, which players skip. */
const nothing = () => new Blob([new Uint8Array([0xec, 0x80])])

/**
 * Uploads the pieces of one segment in order, each kept until it is acknowledged. After an error it asks the server where to
 * continue. `onOver`: the server accepts no more, or too much is waiting.
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

  function abort(): void {
    if (isStopped) return
    stop()
    options.onOver()
  }

  function add(data: Blob, isLast: boolean): void {
    if (isStopped) return
    const whole = data.size === 0 && isLast ? nothing() : data
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
    if (waiting.reduce((total, { bytes }) => total + bytes.size, 0) > SEGMENT_MAX_BYTES) return abort()
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
        if (isFinal(error) && !(isOutOfOrder(error) && failures === 0)) abort()
        else await wait(failures++)
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

  /** Skips pieces that arrived although their reply was lost. */
  async function align(): Promise<void> {
    const stored = await options.findSegment(room, segmentId)
    if (isStopped) return
    const last = waiting.at(-1)
    if (!stored.isOpen) return last?.isLast && stored.nextPiece > last.pieceNumber ? stop() : abort()
    waiting = waiting.filter(({ pieceNumber }) => pieceNumber >= stored.nextPiece)
    const [first] = waiting
    if (first && (first.pieceNumber !== stored.nextPiece || first.offset !== stored.nextOffset)) abort()
  }

  function wait(failed: number): Promise<void> {
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
