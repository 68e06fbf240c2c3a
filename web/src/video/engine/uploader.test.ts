import { PIECE_MAX_BYTES, SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, unreachable } from '#core/api-error.ts'
import { openUploader, type Piece } from './uploader.ts'

const segmentId = '7f1c2e34-5a6b-4c8d-9e0f-112233445566'
const next = '0b9d3c77-1a2b-4c3d-8e4f-998877665544'
const data = (bytes: number) => new Blob([new Uint8Array(bytes)])
const refusal = (code: string, status = 409) => new ApiError(status, { code, message: '' })

/** A fake server that stores pieces like the real one, and fails on demand. */
function makeServer() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stored: Piece[] = []
  const tries: number[] = []
  const events: string[] = []
  const failures: { before?: unknown; after?: unknown }[] = []
  const segment = { isOpen: true, nextSegment: null as string | null }
  const sizeOf = () => stored.reduce((total, { bytes }) => total + bytes.size, 0)
  const uploader = openUploader({
    room: 'a room',
    segmentId,
    sendPiece: async (_room, piece) => {
      tries.push(piece.pieceNumber)
      const failure = failures.shift()
      if (failure?.before !== undefined) throw failure.before
      if (!segment.isOpen) throw refusal('video.segment_over')
      if (piece.pieceNumber !== stored.length || piece.offset !== sizeOf()) throw refusal('video.piece_out_of_order')
      stored.push(piece)
      if (failure?.after !== undefined) throw failure.after
      return { nextPiece: stored.length, nextOffset: sizeOf(), nextSegment: segment.nextSegment }
    },
    findSegment: async () => ({ nextPiece: stored.length, nextOffset: sizeOf(), isOpen: segment.isOpen }),
    onNext: (id) => events.push(`next ${id}`),
    onOver: () => events.push('over'),
  })
  const settle = () => vi.advanceTimersByTimeAsync(20_000)
  return { uploader, stored, tries, events, failures, segment, settle }
}

test('[VID-03] pieces are uploaded in order, each with its number and offset', async () => {
  const { uploader, stored, settle } = makeServer()
  uploader.add(data(10), false)
  uploader.add(data(20), false)
  uploader.add(data(5), true)
  await settle()
  expect(stored).toMatchObject([
    { pieceNumber: 0, offset: 0, isLast: false },
    { pieceNumber: 1, offset: 10, isLast: false },
    { pieceNumber: 2, offset: 30, isLast: true },
  ])
  await uploader.done
})

test('[VID-03] a failed piece is retried before any later one', async () => {
  const { uploader, tries, failures, settle } = makeServer()
  failures.push(
    { before: unreachable('') },
    { before: refusal('core.unavailable', 503) },
    { before: refusal('core.too_many', 429) },
  )
  uploader.add(data(10), false)
  uploader.add(data(20), false)
  await settle()
  expect(tries).toEqual([0, 0, 0, 0, 1])
})

test('[VID-03] a piece whose reply was lost is not sent twice', async () => {
  const { uploader, stored, tries, failures, settle } = makeServer()
  failures.push({ after: unreachable('') })
  uploader.add(data(10), false)
  uploader.add(data(20), true)
  await settle()
  expect(tries).toEqual([0, 1])
  expect(stored.map(({ isLast }) => isLast)).toEqual([false, true])
})

test('[VID-03] nothing more is sent after a segment is over', async () => {
  const { uploader, tries, events, segment, settle } = makeServer()
  segment.isOpen = false
  uploader.add(data(10), false)
  await settle()
  uploader.add(data(10), false)
  await settle()
  expect(tries).toEqual([0])
  expect(events).toEqual(['over'])
  await uploader.done
})

test('[VID-03] stop discards the waiting pieces', async () => {
  const { uploader, tries, events, failures, settle } = makeServer()
  failures.push({ before: unreachable('') })
  uploader.add(data(10), false)
  await vi.advanceTimersByTimeAsync(100)
  uploader.stop()
  await settle()
  expect(tries).toEqual([0])
  expect(events).toEqual([])
})

test('[VID-03] a full segment continues in the next one', async () => {
  const { uploader, events, segment, settle } = makeServer()
  segment.nextSegment = next
  uploader.add(data(10), true)
  await settle()
  expect(events).toEqual([`next ${next}`])
})

test('[VID-03] large data is split into pieces, and an empty end is sent as one piece', async () => {
  const { uploader, stored, settle } = makeServer()
  uploader.add(data(PIECE_MAX_BYTES + 10), false)
  uploader.add(data(0), true)
  await settle()
  expect(stored.map(({ bytes, isLast }) => [bytes.size, isLast])).toEqual([
    [PIECE_MAX_BYTES, false],
    [10, false],
    [2, true],
  ])
})

test('[VID-03] the upload gives up when more than a segment is waiting', async () => {
  const { uploader, events, failures, settle } = makeServer()
  failures.push({ before: unreachable('') })
  uploader.add(data(SEGMENT_MAX_BYTES), false)
  uploader.add(data(1), false)
  await settle()
  expect(events).toEqual(['over'])
})

test("[VID-03] the upload gives up when the server's state does not match", async () => {
  const { uploader, stored, tries, events, settle } = makeServer()
  uploader.add(data(10), false)
  await settle()
  stored.length = 0
  uploader.add(data(20), false)
  await settle()
  expect(events).toEqual(['over'])
  expect(tries).toEqual([0, 1])
})
