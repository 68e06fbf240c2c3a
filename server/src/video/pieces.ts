import { PIECE_MAX_BYTES, SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, forbidden } from '#core/errors.ts'
import { requireRoom } from './access.ts'
import { findPiece, findSegment, type NewPiece, type SegmentRow, takePiece } from './piece-store.ts'
import { endSegment, findRecording, settleRecording } from './recording.ts'
import { tellRoom } from './room-notes.ts'
import { lockRoom } from './room-store.ts'

/** Only by whom the server has asked, from the device it has asked: another's and one that never was answer alike. */
async function requireSegment(ctx: Ctx, id: string, segmentId: string): Promise<SegmentRow> {
  const room = await requireRoom(ctx, id)
  const segment = await findSegment(ctx.db, segmentId)
  const { personId, sessionId } = ctx.actor
  const isMine = segment?.recorderPersonId === personId && segment.recorderSignInId === sessionId
  if (!segment || segment.roomId !== room.id || !isMine) {
    throw forbidden('video.not_recorder', 'Somebody else records this call.')
  }
  return segment
}

/** As every WebM begins. */
const opening = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const isReadable = ({ number, bytes }: NewPiece): boolean => number > 0 || opening.equals(bytes.subarray(0, opening.length))

/** After it there would be no room for the largest one that may come. */
const isFull = ({ offset, bytes }: NewPiece): boolean => offset + bytes.byteLength > SEGMENT_MAX_BYTES - PIECE_MAX_BYTES

export type Taken = { nextPiece: number; nextOffset: number; nextSegment: string | null }

export async function sendPiece(ctx: Ctx, id: string, piece: NewPiece & { isLast: boolean }): Promise<Taken> {
  const isEnd = piece.isLast || isFull(piece)
  // A browser that stops may have nothing more to say than that.
  const isEmpty = piece.bytes.byteLength === 0
  if ((isEmpty && !piece.isLast) || (!isEmpty && !isReadable(piece))) {
    throw badInput('video.piece_unreadable', 'This is no part of a recording.')
  }
  const { roomId } = await requireSegment(ctx, id, piece.segmentId)
  // The room's row before the film's, in the order in which everybody takes them.
  if (isEnd) await lockRoom(ctx.db, roomId)
  if (!isEmpty) await takeOnce(ctx, piece)
  const segment = await requireSegment(ctx, id, piece.segmentId)
  if (isEmpty) requireAtEnd(segment, piece)
  if (isEnd && segment.endedAt === null) {
    await endSegment(ctx, segment, 'whole')
    await settleRecording(ctx, roomId)
    tellRoom(ctx, roomId)
  }
  const { nextPiece, nextOffset } = segment
  return { nextPiece, nextOffset, nextSegment: isEnd ? await findNext(ctx, roomId, segment) : null }
}

async function takeOnce(ctx: Ctx, piece: NewPiece): Promise<void> {
  if (await takePiece(ctx.db, piece, ctx.now())) return
  const segment = await findSegment(ctx.db, piece.segmentId)
  // Its answer was lost on the way. Of a film that is whole the last one may be asked for, too.
  if (segment && (await isTakenAlready(ctx, segment, piece))) return
  throw segment?.endedAt === null ? outOfOrder() : isOver()
}

async function isTakenAlready(
  { db }: Ctx,
  segment: SegmentRow,
  { segmentId, number, offset, bytes }: NewPiece,
): Promise<boolean> {
  if (segment.endedAt !== null && segment.endReason !== 'whole') return false
  if (number !== segment.nextPiece - 1 || offset + bytes.byteLength !== segment.nextOffset) return false
  const kept = await findPiece(db, segmentId, number)
  return kept?.equals(bytes) ?? segment.endedAt !== null
}

function requireAtEnd({ nextPiece, nextOffset, endedAt, endReason }: SegmentRow, { number, offset }: NewPiece): void {
  if (endedAt !== null && endReason !== 'whole') throw isOver()
  if (number !== nextPiece || offset !== nextOffset) throw outOfOrder()
}

const isOver = () => conflict('video.segment_over', 'This part of the recording is over.')
const outOfOrder = () => conflict('video.piece_out_of_order', 'This is not the next piece of the recording.')

/** Where the same person records on. */
async function findNext({ db }: Ctx, roomId: string, { id, recorderPersonId }: SegmentRow): Promise<string | null> {
  const { segment } = await findRecording(db, roomId)
  if (!segment || segment.id === id) return null
  const next = await findSegment(db, segment.id)
  return next?.recorderPersonId === recorderPersonId ? segment.id : null
}

export async function getSegment(ctx: Ctx, id: string, segmentId: string) {
  const { nextPiece, nextOffset, endedAt } = await requireSegment(ctx, id, segmentId)
  return { nextPiece, nextOffset, isOpen: endedAt === null }
}
