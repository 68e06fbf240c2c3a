import { PIECE_MAX_BYTES, SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, forbidden } from '#core/errors.ts'
import { requireRoom } from '../access.ts'
import { findPiece, findSegment, type NewPiece, type SegmentRow, insertPiece } from './segment-store.ts'
import { endSegment, findRecording, settleRecording } from './recording.ts'
import { publishRoomChanged } from '../room-topics.ts'
import { lockRoom } from '../room-store.ts'

/** Only for the chosen recorder on the chosen device. Other people's segments and missing ones get the same reply. */
async function requireSegment(ctx: Ctx, id: string, segmentId: string): Promise<SegmentRow> {
  const room = await requireRoom(ctx, id)
  const segment = await findSegment(ctx.db, segmentId)
  const { personId, sessionId } = ctx.actor
  const isMine = segment?.recorderPersonId === personId && segment.recorderSignInId === sessionId
  if (!segment || segment.roomId !== room.id || !isMine) {
    throw forbidden('video.not_recorder')
  }
  return segment
}

/** The EBML header at the start of every WebM file. */
const webmHeader = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const isReadable = ({ number, bytes }: NewPiece): boolean => number > 0 || webmHeader.equals(bytes.subarray(0, webmHeader.length))

/** The next piece might no longer fit. */
const isFull = ({ offset, bytes }: NewPiece): boolean => offset + bytes.byteLength > SEGMENT_MAX_BYTES - PIECE_MAX_BYTES

export type PieceReply = { nextPiece: number; nextOffset: number; nextSegment: string | null }

export async function sendPiece(ctx: Ctx, id: string, piece: NewPiece & { isLast: boolean }): Promise<PieceReply> {
  const isEnd = piece.isLast || isFull(piece)
  // The last piece of a stopping browser may be empty.
  const isEmpty = piece.bytes.byteLength === 0
  if ((isEmpty && !piece.isLast) || (!isEmpty && !isReadable(piece))) {
    throw badInput('video.piece_unreadable')
  }
  const { roomId } = await requireSegment(ctx, id, piece.segmentId)
  // Lock order: room before segment, as everywhere.
  if (isEnd) await lockRoom(ctx.db, roomId)
  if (!isEmpty) await storePiece(ctx, piece)
  const segment = await requireSegment(ctx, id, piece.segmentId)
  if (isEmpty) requireNextPosition(segment, piece)
  if (isEnd && segment.endedAt === null) {
    await endSegment(ctx, segment, 'whole')
    await settleRecording(ctx, roomId)
    publishRoomChanged(ctx, roomId)
  }
  const { nextPiece, nextOffset } = segment
  return { nextPiece, nextOffset, nextSegment: isEnd ? await findNext(ctx, roomId, segment) : null }
}

async function storePiece(ctx: Ctx, piece: NewPiece): Promise<void> {
  if (await insertPiece(ctx.db, piece, ctx.now())) return
  const segment = await findSegment(ctx.db, piece.segmentId)
  // A retry after a lost reply. Also accepted for the last piece of a finished segment.
  if (segment && (await isAlreadyStored(ctx, segment, piece))) return
  throw segment?.endedAt === null ? outOfOrder() : segmentOver()
}

async function isAlreadyStored(
  { db }: Ctx,
  segment: SegmentRow,
  { segmentId, number, offset, bytes }: NewPiece,
): Promise<boolean> {
  if (segment.endedAt !== null && segment.endReason !== 'whole') return false
  if (number !== segment.nextPiece - 1 || offset + bytes.byteLength !== segment.nextOffset) return false
  const stored = await findPiece(db, segmentId, number)
  return stored?.equals(bytes) ?? segment.endedAt !== null
}

function requireNextPosition({ nextPiece, nextOffset, endedAt, endReason }: SegmentRow, { number, offset }: NewPiece): void {
  if (endedAt !== null && endReason !== 'whole') throw segmentOver()
  if (number !== nextPiece || offset !== nextOffset) throw outOfOrder()
}

const segmentOver = () => conflict('video.segment_over')
const outOfOrder = () => conflict('video.piece_out_of_order')

/** The next segment, if the same person keeps recording. */
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
