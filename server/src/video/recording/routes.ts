import * as historyCalls from '@saathi/contract/video/history-calls'
import * as calls from '@saathi/contract/video/recording-calls'
import * as staffCalls from '@saathi/contract/video/staff-calls'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { getChannelHistory, getRecordingSoFar } from '../history/history.ts'
import { getSegment, sendPiece } from './pieces.ts'
import { getMeetingRatingStatus, rateMeetingSummary } from '../history/rating.ts'
import { listMeetings, retryMeeting } from '../history/staff.ts'

export function serveRecordings(app: FastifyInstance, { limits }: { limits: Limits }): void {
  servePrepared(
    app,
    calls.sendPiece,
    (db, _input, { actor, now }) =>
      requireWithinLimits(db, now(), [{ limits: limits.videoPiecePerPerson, key: String(actor.personId) }]),
    (ctx, { params, form }) => {
      const { segmentId, pieceNumber, offset, isLast } = form.fields
      return sendPiece(ctx, params.id, { segmentId, number: pieceNumber, offset, isLast, bytes: form.files.piece.bytes })
    },
  )

  serve(app, calls.getSegment, (ctx, { params }) => getSegment(ctx, params.id, params.segmentId))

  serve(app, calls.getRecordingSoFar, (ctx, { params }) => getRecordingSoFar(ctx, params.id))

  serve(app, historyCalls.getChannelHistory, (ctx, { params }) => getChannelHistory(ctx, params.id))

  serve(app, historyCalls.rateMeetingSummary, (ctx, { body }) => rateMeetingSummary(ctx, body))

  serve(app, historyCalls.getMeetingRatingStatus, (ctx, { query }) => getMeetingRatingStatus(ctx, query.userId))

  serve(app, staffCalls.listMeetings, (ctx) => listMeetings(ctx))

  serve(app, staffCalls.retryMeeting, (ctx, { params }) => retryMeeting(ctx, params.id))
}
