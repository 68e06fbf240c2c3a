import { giveConsent } from '@saathi/contract/video/calls'
import { sendPiece } from '@saathi/contract/video/recording-calls'
import { pino } from 'pino'
import { inTransaction, type ListenerCtx } from '#core/ctx.ts'
import { requireVisit } from '#video/access.ts'
import { enterRoom, leaveRoom } from '#video/call/presence.ts'
import { findRecording, settleRecording } from '#video/recording/recording.ts'
import type { TestServer } from './harness.ts'
import { sendForm } from './send-form.ts'
import { buildCallers, placeCall } from './video-rooms.ts'

const log = pino({ level: 'silent' })
const off = { microphone: false, camera: false, screen: false, hand: false }
/** The first bytes of every WebM file. */
export const webmHeader = [0x1a, 0x45, 0xdf, 0xa3]

export const makeWebm = (letters: string): Uint8Array<ArrayBuffer> => new Uint8Array([...webmHeader, ...Buffer.from(letters)])

export type Piece = { segmentId: string; pieceNumber: number; offset: number; isLast?: boolean; bytes: Uint8Array<ArrayBuffer> }

/** Actions of people and their browsers around a recording, on one server. */
export function recordedCalls(server: TestServer) {
  const inside = <T>(work: (ctx: ListenerCtx) => Promise<T>): Promise<T> => inTransaction(server.app.world, log, work)

  async function signInOf(personId: number): Promise<string> {
    await server.tokenFor(personId)
    const { id } = await server.db.selectFrom('sign_in').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow()
    return id
  }

  const agree = (personId: number, room: string, consent = true, forget = false) =>
    server.ask(personId, giveConsent, { params: { id: room }, body: { consent, ...(forget && { forget }) } })

  /** Joins the room like the socket does; returns the peer id that the others see. */
  async function enter(personId: number, room: string, { canRecord = true } = {}): Promise<string> {
    const signInId = await signInOf(personId)
    const { peerId } = await inside(async (ctx) => {
      const target = await requireVisit({ ...ctx, actor: { personId, language: 'en' } }, room)
      const how = { resume: null, canRecord, state: off, engineParticipantId: null }
      return enterRoom(ctx, { target, personId, signInId, ...how })
    })
    return peerId
  }

  return {
    inside,
    agree,
    enter,
    settle: (room: string) => inside((ctx) => settleRecording(ctx, room)),
    leave: (peerId: string) => inside((ctx) => leaveRoom(ctx, peerId, 'left')),

    now: (room: string) => findRecording(server.db, room),

    /** Throws if nothing is being recorded. */
    async segmentOf(room: string): Promise<string> {
      const { segment } = await findRecording(server.db, room)
      if (!segment) throw new Error('nothing is recorded')
      return segment.id
    },

    send(personId: number, room: string, { segmentId, pieceNumber, offset, isLast = false, bytes }: Piece) {
      const call = { ...sendPiece, path: `/api/v2/video/room/${room}/recording/pieces/` } as const
      return sendForm(server, call, personId, [
        ['segment_id', segmentId],
        ['piece_number', String(pieceNumber)],
        ['offset', String(offset)],
        ['is_last', String(isLast)],
        ['piece', new File([bytes], 'piece.webm', { type: 'video/webm' })],
      ])
    },

    /** A mentor and a mentee in a call who have both agreed; the mentor records. */
    async begin(changes: Parameters<typeof buildCallers>[1] = {}) {
      const callers = await buildCallers(server, changes)
      const { room } = await placeCall(server, callers.mentorId, callers.channelId)
      const { mentorId, menteeId } = callers
      await agree(mentorId, room)
      await agree(menteeId, room)
      const mentorPeer = await enter(mentorId, room)
      const menteePeer = await enter(menteeId, room, { canRecord: false })
      return { ...callers, room, mentorPeer, menteePeer }
    },
  }
}
