import { PIECE_MAX_BYTES, SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, unreachable } from '#core/api-error.ts'
import { openUploader, type Piece } from './uploader.ts'

const segmentId = '7f1c2e34-5a6b-4c8d-9e0f-112233445566'
const next = '0b9d3c77-1a2b-4c3d-8e4f-998877665544'
const film = (bytes: number) => new Blob([new Uint8Array(bytes)])
const refusal = (code: string, status = 409) => new ApiError(status, { code, message: '' })

/** A server that keeps pieces as the real one does, and fails where a test says so. */
function makeServer() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const taken: Piece[] = []
  const tries: number[] = []
  const events: string[] = []
  const failures: { before?: unknown; after?: unknown }[] = []
  const standing = { isOpen: true, nextSegment: null as string | null }
  const sizeOf = () => taken.reduce((total, { bytes }) => total + bytes.size, 0)
  const uploader = openUploader({
    room: 'a room',
    segmentId,
    sendPiece: async (_room, piece) => {
      tries.push(piece.pieceNumber)
      const failure = failures.shift()
      if (failure?.before !== undefined) throw failure.before
      if (!standing.isOpen) throw refusal('video.segment_over')
      if (piece.pieceNumber !== taken.length || piece.offset !== sizeOf()) throw refusal('video.piece_out_of_order')
      taken.push(piece)
      if (failure?.after !== undefined) throw failure.after
      return { nextPiece: taken.length, nextOffset: sizeOf(), nextSegment: standing.nextSegment }
    },
    findSegment: async () => ({ nextPiece: taken.length, nextOffset: sizeOf(), isOpen: standing.isOpen }),
    onNext: (id) => events.push(`next ${id}`),
    onOver: () => events.push('over'),
  })
  const settle = () => vi.advanceTimersByTimeAsync(20_000)
  return { uploader, taken, tries, events, failures, standing, settle }
}

test('[VID-03] pieces go up one at a time and in order, each with its number and place', async () => {
  const { uploader, taken, settle } = makeServer()
  uploader.add(film(10), false)
  uploader.add(film(20), false)
  uploader.add(film(5), true)
  await settle()
  expect(taken).toMatchObject([
    { pieceNumber: 0, offset: 0, isLast: false },
    { pieceNumber: 1, offset: 10, isLast: false },
    { pieceNumber: 2, offset: 30, isLast: true },
  ])
  await uploader.done
})

test('[VID-03] a piece that did not go is kept and sent again, before any later one', async () => {
  const { uploader, tries, failures, settle } = makeServer()
  failures.push(
    { before: unreachable('') },
    { before: refusal('core.unavailable', 503) },
    { before: refusal('core.too_many', 429) },
  )
  uploader.add(film(10), false)
  uploader.add(film(20), false)
  await settle()
  expect(tries).toEqual([0, 0, 0, 0, 1])
})

test('[VID-03] a piece that arrived although nobody said so is not sent twice', async () => {
  const { uploader, taken, tries, failures, settle } = makeServer()
  failures.push({ after: unreachable('') })
  uploader.add(film(10), false)
  uploader.add(film(20), true)
  await settle()
  expect(tries).toEqual([0, 1])
  expect(taken.map(({ isLast }) => isLast)).toEqual([false, true])
})

test('[VID-03] of a segment that is over nothing more is sent', async () => {
  const { uploader, tries, events, standing, settle } = makeServer()
  standing.isOpen = false
  uploader.add(film(10), false)
  await settle()
  uploader.add(film(10), false)
  await settle()
  expect(tries).toEqual([0])
  expect(events).toEqual(['over'])
  await uploader.done
})

test('[VID-03] one who was stopped sends nothing of what still waited', async () => {
  const { uploader, tries, events, failures, settle } = makeServer()
  failures.push({ before: unreachable('') })
  uploader.add(film(10), false)
  await vi.advanceTimersByTimeAsync(100)
  uploader.stop()
  await settle()
  expect(tries).toEqual([0])
  expect(events).toEqual([])
})

test('[VID-03] a segment that is full goes on in the next one', async () => {
  const { uploader, events, standing, settle } = makeServer()
  standing.nextSegment = next
  uploader.add(film(10), true)
  await settle()
  expect(events).toEqual([`next ${next}`])
})

test('[VID-03] what is larger than a piece may be goes in several, and an empty end is sent as one', async () => {
  const { uploader, taken, settle } = makeServer()
  uploader.add(film(PIECE_MAX_BYTES + 10), false)
  uploader.add(film(0), true)
  await settle()
  expect(taken.map(({ bytes, isLast }) => [bytes.size, isLast])).toEqual([
    [PIECE_MAX_BYTES, false],
    [10, false],
    [2, true],
  ])
})

test('[VID-03] what has waited beyond the size of a segment is given up', async () => {
  const { uploader, events, failures, settle } = makeServer()
  failures.push({ before: unreachable('') })
  uploader.add(film(SEGMENT_MAX_BYTES), false)
  uploader.add(film(1), false)
  await settle()
  expect(events).toEqual(['over'])
})

test('[VID-03] a server that knows other pieces than were sent is not argued with', async () => {
  const { uploader, taken, tries, events, settle } = makeServer()
  uploader.add(film(10), false)
  await settle()
  taken.length = 0
  uploader.add(film(20), false)
  await settle()
  expect(events).toEqual(['over'])
  expect(tries).toEqual([0, 1])
})
