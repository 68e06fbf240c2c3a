import * as calls from '@saathi/contract/video/calls'
import * as recordingCalls from '@saathi/contract/video/recording-calls'
import * as staffCalls from '@saathi/contract/video/staff-calls'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import type { Files } from '#core/files/open-files.ts'
import type { Limit, Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { type CallerContext, serve, servePrepared } from '#core/serve.ts'
import { listCallCards } from './call/cards.ts'
import { postCallEvent } from './call/event.ts'
import { sendDeclineWords } from './call/ring.ts'
import { getRoom, listRooms } from './call/show-room.ts'
import { startCall } from './call/start-call.ts'
import { declineCall, getCallStatus, previewCall, ringAgain } from './call/status.ts'
import { videoTokens } from './call/token.ts'
import { getChannelHistory, getRecordingSoFar, getMeetingRatingStatus, rateMeetingSummary } from './history/history.ts'
import { getSegment, sendPiece } from './recording/pieces.ts'
import { giveConsent } from './recording/recording.ts'
import { listMeetings, retryMeeting } from './staff/staff.ts'

export type VideoParts = { env: Env; limits: Limits; files: Files }

export async function videoRoutes(app: FastifyInstance, { env, limits }: VideoParts) {
  const { world } = app
  const roomTools = { settings: env.video, tokens: videoTokens(env.secret, world.clock) }

  // Before the transaction: chat's own writer sends the invite once the room is committed.
  servePrepared(
    app,
    calls.startCall,
    async (db, { body }, asking) => {
      await limitedBy(limits.videoCallPerPerson)(db, null, asking)
      return startCall({ world, log: app.log, actor: asking.actor }, { channelId: body.channel, consent: body.consent })
    },
    (ctx, _input, _exchange, id) => getRoom(ctx, roomTools, id),
  )

  serve(app, calls.previewCall, (ctx, { params }) => previewCall(ctx, params.id))

  serve(app, calls.listCallCards, (ctx, { params }) => listCallCards(ctx, params.id))

  serve(app, calls.getCallStatus, (ctx, { params }) => getCallStatus(ctx, params.id))

  servePrepared(
    app,
    calls.declineCall,
    async (db, { params, body }, asking) => {
      await limitedBy(limits.videoEventPerPerson)(db, null, asking)
      return sendDeclineWords({ world, log: app.log, actor: asking.actor }, params.id, body.words)
    },
    (ctx, { params }, _exchange, words) => declineCall(ctx, params.id, words),
  )

  servePrepared(app, calls.ringAgain, limitedBy(limits.videoCallPerPerson), (ctx, { params }) => ringAgain(ctx, params.id))

  serve(app, calls.listRooms, async (ctx) => ({ rooms: await listRooms(ctx) }))

  serve(app, calls.getRoom, (ctx, { params }) => getRoom(ctx, roomTools, params.id))

  servePrepared(app, calls.giveConsent, limitedBy(limits.videoEventPerPerson), (ctx, { params, body }) =>
    giveConsent(ctx, params.id, body),
  )

  servePrepared(app, calls.postCallEvent, limitedBy(limits.videoEventPerPerson), (ctx, { params, body }) =>
    postCallEvent(ctx, params.id, body),
  )

  serveRecordings(app, { limits })
}

const limitedBy =
  (lines: readonly Limit[]) =>
  (db: Db, _input: unknown, { actor, now }: Pick<CallerContext<typeof calls.startCall>, 'actor' | 'now'>): Promise<void> =>
    requireWithinLimits(db, now(), [{ limits: lines, key: String(actor.personId) }])

function serveRecordings(app: FastifyInstance, { limits }: { limits: Limits }): void {
  servePrepared(
    app,
    recordingCalls.sendPiece,
    (db, _input, { actor, now }) =>
      requireWithinLimits(db, now(), [{ limits: limits.videoPiecePerPerson, key: String(actor.personId) }]),
    (ctx, { params, form }) => {
      const { segmentId, pieceNumber, offset, isLast } = form.fields
      return sendPiece(ctx, params.id, { segmentId, number: pieceNumber, offset, isLast, bytes: form.files.piece.bytes })
    },
  )

  serve(app, recordingCalls.getSegment, (ctx, { params }) => getSegment(ctx, params.id, params.segmentId))

  serve(app, recordingCalls.getRecordingSoFar, (ctx, { params }) => getRecordingSoFar(ctx, params.id))

  serve(app, recordingCalls.getChannelHistory, (ctx, { params }) => getChannelHistory(ctx, params.id))

  serve(app, recordingCalls.rateMeetingSummary, (ctx, { body }) => rateMeetingSummary(ctx, body))

  serve(app, recordingCalls.getMeetingRatingStatus, (ctx, { query }) => getMeetingRatingStatus(ctx, query.userId))

  serve(app, staffCalls.listMeetings, (ctx, { query }) => listMeetings(ctx, query.mentorship))

  serve(app, staffCalls.retryMeeting, (ctx, { params }) => retryMeeting(ctx, params.id))
}
