import { randomUUID } from 'node:crypto'
import type { TestServer } from '../harness.ts'
import { makeWebm, recordedCalls } from '../recorded-calls.ts'
import { buildCallers, openVideoFor, planCall } from '../video-rooms.ts'
import { openChatFor } from '../chat-channels.ts'
import type { BuildInput, PartialInput } from './call-input.ts'
import { inForeignProgramme } from './foreign-programme.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000

/** The caller as mentee of a pair, whatever their role. */
const buildOwnCallers = (server: TestServer, personId: number) => buildCallers(server, { menteeIds: [personId] })

/** A call of the caller that is being recorded. */
async function buildRecordedCall(server: TestServer, personId: number, recordedBy: 'asker' | 'other') {
  const { db, clock } = server
  const calls = recordedCalls(server)
  const callers = await buildOwnCallers(server, personId)
  const { room } = await planCall(server, callers, { at: clock.now() })
  const recorder = recordedBy === 'asker' ? personId : callers.mentorId
  await calls.enter(recorder, room)
  await db
    .insertInto('video_consent')
    .values({ room_id: room, person_id: recorder, consent: true, given_at: clock.now() })
    .execute()
  await calls.settle(room)
  return { room, segmentId: await calls.segmentOf(room) }
}

const piece = (id: string, segmentId: string): PartialInput => ({
  params: { id },
  fields: { segmentId, pieceNumber: 0, offset: 0, isLast: 'false' },
  files: { piece: { name: 'piece.webm', type: 'video/webm', bytes: makeWebm('film') } },
})
const segment = (id: string, segmentId: string): PartialInput => ({ params: { id, segmentId } })

const oneSegment = (toInput: (id: string, segmentId: string) => PartialInput): ObjectRow => ({
  own: async (server, personId) => {
    const { room, segmentId } = await buildRecordedCall(server, personId, 'asker')
    return toInput(room, segmentId)
  },
  foreign: {
    'that another records': async (server, personId) => {
      const { room, segmentId } = await buildRecordedCall(server, personId, 'other')
      return toInput(room, segmentId)
    },
    'of another call': async (server, personId) => {
      const { room } = await buildRecordedCall(server, personId, 'asker')
      const other = await buildRecordedCall(server, await server.buildPerson(), 'asker')
      return toInput(room, other.segmentId)
    },
  },
  absent: async (server, personId) => {
    const { room } = await buildRecordedCall(server, personId, 'asker')
    return toInput(room, randomUUID())
  },
})

const oneRecording: ObjectRow = {
  own: async (server, personId) => ({ params: { id: (await buildRecordedCall(server, personId, 'asker')).room } }),
  foreign: {
    'another pair’s': async (server, personId) => {
      await openVideoFor(server, [personId])
      return { params: { id: (await buildRecordedCall(server, await server.buildPerson(), 'asker')).room } }
    },
  },
  absent: async (server, personId) => {
    await openVideoFor(server, [personId])
    return { params: { id: randomUUID() } }
  },
}

const ofChannel = (id: number): PartialInput => ({ params: { id } })

const oneHistory: ObjectRow = {
  own: async (server, personId) => ofChannel((await buildOwnCallers(server, personId)).channelId),
  foreign: {
    'another pair’s': async (server, personId) => {
      await openChatFor(server, [personId])
      return ofChannel((await buildCallers(server)).channelId)
    },
  },
  absent: async (server, personId) => {
    await openChatFor(server, [personId])
    return ofChannel(ABSENT)
  },
}

async function plantMeeting({ db, clock }: TestServer, channelId: number, isReady: boolean): Promise<number> {
  const now = clock.now()
  const roomId = randomUUID()
  await db.insertInto('video_room').values({ id: roomId, channel_id: channelId, created_at: now }).execute()
  const made = isReady ? { state: 'ready', ready_at: now } : { state: 'failed' }
  const { id } = await db
    .insertInto('video_recording')
    .values({ room_id: roomId, started_at: now, ended_at: now, step: 'summary', ...made })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const rated = (meetingRecordingId: number, userId: number): PartialInput => ({
  body: { meetingRecordingId, userId, meetingRating: 4 },
})

const oneRating: ObjectRow = {
  own: async (server, personId) => {
    const { channelId } = await buildOwnCallers(server, personId)
    return rated(await plantMeeting(server, channelId, true), personId)
  },
  foreign: {
    'of another pair': async (server, personId) => {
      await openChatFor(server, [personId])
      return rated(await plantMeeting(server, (await buildCallers(server)).channelId, true), personId)
    },
    'that is not made yet': async (server, personId) => {
      const { channelId } = await buildOwnCallers(server, personId)
      return rated(await plantMeeting(server, channelId, false), personId)
    },
  },
  absent: (_server, personId) => rated(ABSENT, personId),
}

const ownStatus: ObjectRow = {
  own: (_server, personId) => ({ query: { userId: personId } }),
  foreign: { 'another person’s': async (server) => ({ query: { userId: await server.buildPerson() } }) },
  absent: () => ({ query: { userId: ABSENT } }),
}

const buildFailedMeeting: BuildInput = async (server) =>
  ofChannel(await plantMeeting(server, (await buildCallers(server)).channelId, false))

const anyMeeting: ObjectRow = {
  own: buildFailedMeeting,
  foreign: { 'one of another programme': inForeignProgramme(buildFailedMeeting) },
  absent: () => ofChannel(ABSENT),
}

export const meetingRows: ObjectRows = {
  'POST /api/v2/video/room/:id/recording/pieces/': oneSegment(piece),
  'GET /api/v2/video/room/:id/recording/segments/:segmentId/': oneSegment(segment),
  'GET /api/v2/video/room/:id/recording/': oneRecording,
  'GET /api/v2/chat/:id/channel-history/': oneHistory,
  'POST /api/v2/chat/meeting-summary-rating/': oneRating,
  'GET /api/v2/video/meeting-summary-rating-status/': ownStatus,
  'GET /api/v2/staff/video/meetings/': { notAnObject: 'a filter of what the caller may see anyway' },
  'POST /api/v2/staff/video/meetings/:id/retry/': anyMeeting,
}
