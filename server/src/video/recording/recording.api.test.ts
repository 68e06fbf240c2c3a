import { getRecordingSoFar, getSegment, PIECE_MAX_BYTES, SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { makeWebm, recordedCalls } from '../../../test/recorded-calls.ts'
import { buildCallers, placeCall } from '../../../test/video-rooms.ts'
import { endSilentSegment, storeCaption, setRecordingWanted } from './recording.ts'

let server: TestServer
let calls: ReturnType<typeof recordedCalls>
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 100 })
  calls = recordedCalls(server)
})
afterAll(() => server.stop())
afterEach(() => server.clock.reset())

const stateOf = async (room: string) => (await calls.now(room)).state
const segmentsOf = (room: string) =>
  server.db
    .selectFrom('video_segment')
    .select(['id', 'number', 'end_reason as reason', 'next_piece as pieces'])
    .where('room_id', '=', room)
    .orderBy('number')
    .execute()
const say = (room: string, personId: number, text: string) =>
  calls.inside((ctx) => storeCaption(ctx, { roomId: room, personId, text, language: 'en' }))
const saidIn = (room: string) =>
  server.db
    .selectFrom('video_caption as caption')
    .innerJoin('video_recording as recording', 'recording.id', 'caption.recording_id')
    .select('caption.body')
    .where('recording.room_id', '=', room)
    .execute()

describe('recording', () => {
  test('[VID-03] runs only if everyone present agrees', async () => {
    const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: 2 })
    const [first = 0, second = 0] = menteeIds
    const { room } = await placeCall(server, mentorId, channelId)
    expect(await stateOf(room)).toBe('waiting')
    expect((await calls.agree(mentorId, room)).body).toEqual({ consent: true, recording: 'waiting' })
    const recorder = await calls.enter(mentorId, room)
    // While it rings, there is nothing to record.
    expect(await stateOf(room)).toBe('waiting')
    await calls.agree(first, room)
    await calls.enter(first, room)
    expect(await calls.now(room)).toMatchObject({ state: 'running', segment: { recorderPeerId: recorder } })
    // A later participant without an answer stops it.
    await calls.enter(second, room)
    expect(await stateOf(room)).toBe('waiting')
    expect((await calls.agree(second, room)).body.recording).toBe('running')
    expect((await segmentsOf(room)).map(({ reason }) => reason)).toEqual(['refused', null])
  })

  test('[VID-03] stops before a withdrawn consent is acknowledged, and accepts no more pieces', async () => {
    const { mentorId, menteeId, room } = await calls.begin()
    const segmentId = await calls.segmentOf(room)
    const first = { segmentId, pieceNumber: 0, offset: 0, bytes: makeWebm('one') }
    expect(await calls.send(mentorId, room, first)).toMatchObject({ status: 200, reply: { nextPiece: 1, nextOffset: 7 } })
    expect((await calls.agree(menteeId, room, false)).body).toEqual({ consent: false, recording: 'waiting' })
    const second = { segmentId, pieceNumber: 1, offset: 7, bytes: makeWebm('two') }
    expect(await calls.send(mentorId, room, second)).toMatchObject({ status: 409, refusal: { code: 'video.segment_over' } })
    await say(room, mentorId, 'said after the no')
    expect(await saidIn(room)).toEqual([])
    // New consent starts another segment.
    await calls.agree(menteeId, room)
    expect(await calls.segmentOf(room)).not.toBe(segmentId)
  })

  test('[VID-03] accepts a concurrent piece before a withdrawn consent or not at all', async () => {
    const { mentorId, menteeId, room } = await calls.begin()
    const segmentId = await calls.segmentOf(room)
    const piece = { segmentId, pieceNumber: 0, offset: 0, bytes: makeWebm('raced') }
    const [sent] = await Promise.all([calls.send(mentorId, room, piece), calls.agree(menteeId, room, false)])
    const [segment] = await segmentsOf(room)
    expect(segment).toMatchObject({ reason: 'refused', pieces: sent.status === 200 ? 1 : 0 })
    expect(await calls.send(mentorId, room, { ...piece, pieceNumber: 1, offset: 9 })).toMatchObject({ status: 409 })
  })

  test('[VID-03] resumes when the person without consent leaves', async () => {
    const { menteeId, menteeIds, room, menteePeer } = await calls.begin({ mentees: 2 })
    const [, other = 0] = menteeIds
    await calls.agree(other, room)
    await calls.enter(other, room)
    await calls.agree(menteeId, room, false)
    expect(await stateOf(room)).toBe('waiting')
    await calls.leave(menteePeer)
    expect(await stateOf(room)).toBe('running')
  })

  test('[VID-03] can be deleted together with withdrawing consent', async () => {
    const { mentorId, menteeId, room } = await calls.begin()
    await calls.send(mentorId, room, { segmentId: await calls.segmentOf(room), pieceNumber: 0, offset: 0, bytes: makeWebm('x') })
    await say(room, mentorId, 'a secret')
    await calls.agree(menteeId, room, false, true)
    const left = await server.db.selectFrom('video_recording').select('id').where('room_id', '=', room).execute()
    expect({ left, said: await saidIn(room) }).toEqual({ left: [], said: [] })
  })

  test("can be switched off by anyone, and on only with everyone's consent", async () => {
    const { menteeId, room } = await calls.begin()
    await calls.inside((ctx) => setRecordingWanted(ctx, room, false))
    expect(await stateOf(room)).toBe('off')
    await calls.agree(menteeId, room, false)
    await expect(calls.inside((ctx) => setRecordingWanted(ctx, room, true))).rejects.toMatchObject({
      code: 'video.consent_missing',
    })
    await calls.agree(menteeId, room)
    expect(await stateOf(room)).toBe('off')
    await calls.inside((ctx) => setRecordingWanted(ctx, room, true))
    expect(await stateOf(room)).toBe('running')
    expect((await segmentsOf(room)).map(({ reason }) => reason)).toEqual(['switched_off', null])
  })

  test('moves to another recorder after 15 seconds of silence', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, mentorId, channelId)
    for (const personId of [mentorId, menteeId]) await calls.agree(personId, room)
    await calls.enter(mentorId, room)
    const other = await calls.enter(menteeId, room)
    const first = await calls.segmentOf(room)
    server.clock.advance(8)
    await calls.inside((ctx) => endSilentSegment(ctx, room))
    expect(await calls.segmentOf(room)).toBe(first)
    server.clock.advance(8)
    await calls.inside((ctx) => endSilentSegment(ctx, room))
    expect(await calls.now(room)).toMatchObject({ state: 'running', segment: { recorderPeerId: other } })
    expect((await segmentsOf(room)).map(({ reason }) => reason)).toEqual(['silent', null])
  })

  test('stores captions only while it runs', async () => {
    const { mentorId, menteeId, room } = await calls.begin()
    await say(room, mentorId, '  kept ')
    await say(room, mentorId, '   ')
    await calls.inside((ctx) => setRecordingWanted(ctx, room, false))
    await say(room, menteeId, 'not kept')
    expect(await saidIn(room)).toEqual([{ body: 'kept' }])
  })
})

describe('pieces of a recording', () => {
  test('are accepted in order, and the last one may be repeated', async () => {
    const { mentorId, room } = await calls.begin()
    const segmentId = await calls.segmentOf(room)
    const first = { segmentId, pieceNumber: 0, offset: 0, bytes: makeWebm('one') }
    const taken = { status: 200, reply: { nextPiece: 1, nextOffset: 7, nextSegment: null } }
    expect(await calls.send(mentorId, room, first)).toMatchObject(taken)
    expect(await calls.send(mentorId, room, first)).toMatchObject(taken)
    const outOfOrder = { status: 409, refusal: { code: 'video.piece_out_of_order' } }
    expect(await calls.send(mentorId, room, { ...first, bytes: makeWebm('two') })).toMatchObject(outOfOrder)
    expect(await calls.send(mentorId, room, { ...first, pieceNumber: 2, offset: 7 })).toMatchObject(outOfOrder)
    expect(await calls.send(mentorId, room, { ...first, pieceNumber: 1, offset: 8 })).toMatchObject(outOfOrder)
    const params = { id: room, segmentId }
    expect((await server.ask(mentorId, getSegment, { params })).body).toEqual({ nextPiece: 1, nextOffset: 7, isOpen: true })
  })

  test('sent ten times at once are stored once', async () => {
    const { mentorId, room } = await calls.begin()
    const piece = { segmentId: await calls.segmentOf(room), pieceNumber: 0, offset: 0, bytes: makeWebm('same') }
    const sent = await Promise.all(Array.from({ length: 10 }, () => calls.send(mentorId, room, piece)))
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await segmentsOf(room)).toMatchObject([{ pieces: 1 }])
  })

  test('marked as last complete the segment and return the next one, also when repeated', async () => {
    const { mentorId, room } = await calls.begin()
    const segmentId = await calls.segmentOf(room)
    const last = { segmentId, pieceNumber: 0, offset: 0, bytes: makeWebm('whole'), isLast: true }
    const sent = await calls.send(mentorId, room, last)
    const nextSegment = await calls.segmentOf(room)
    expect(sent).toMatchObject({ status: 200, reply: { nextPiece: 1, nextOffset: 9, nextSegment } })
    expect(await calls.send(mentorId, room, last)).toMatchObject({ status: 200, reply: { nextSegment } })
    expect(await segmentsOf(room)).toMatchObject([{ reason: 'whole' }, { id: nextSegment, reason: null }])
  })

  test('may be empty only when marked as last', async () => {
    const { mentorId, room } = await calls.begin()
    const segmentId = await calls.segmentOf(room)
    await calls.send(mentorId, room, { segmentId, pieceNumber: 0, offset: 0, bytes: makeWebm('one') })
    const empty = { segmentId, pieceNumber: 1, offset: 7, bytes: new Uint8Array() }
    const unreadable = { status: 400, refusal: { code: 'video.piece_unreadable' } }
    expect(await calls.send(mentorId, room, empty)).toMatchObject(unreadable)
    expect(await calls.send(mentorId, room, { ...empty, isLast: true })).toMatchObject({ status: 200, reply: { nextPiece: 1 } })
    expect(await segmentsOf(room)).toMatchObject([{ reason: 'whole', pieces: 1 }, { reason: null }])
  })

  test('end a full segment automatically', async () => {
    const { mentorId, room } = await calls.begin()
    const segmentId = await calls.segmentOf(room)
    const offset = SEGMENT_MAX_BYTES - PIECE_MAX_BYTES - 3
    await server.db
      .updateTable('video_segment')
      .set({ next_piece: 23, next_offset: offset })
      .where('id', '=', segmentId)
      .execute()
    const sent = await calls.send(mentorId, room, { segmentId, pieceNumber: 23, offset, bytes: makeWebm('full') })
    expect(sent).toMatchObject({ status: 200, reply: { nextSegment: await calls.segmentOf(room) } })
    expect(sent.reply?.nextSegment).not.toBe(segmentId)
  })

  test.each([
    { name: 'not WebM data', bytes: new Uint8Array(Buffer.from('<html>')), status: 400, code: 'video.piece_unreadable' },
    { name: 'more than a megabyte', bytes: new Uint8Array(PIECE_MAX_BYTES + 1), status: 413, code: 'core.too_large' },
  ])('are refused if they are $name', async ({ bytes, status, code }) => {
    const { mentorId, room } = await calls.begin()
    const sent = await calls.send(mentorId, room, { segmentId: await calls.segmentOf(room), pieceNumber: 0, offset: 0, bytes })
    expect(sent).toMatchObject({ status, refusal: { code } })
  })

  test('are accepted only from the recorder and in its own room', async () => {
    const one = await calls.begin()
    const other = await calls.begin()
    const piece = { segmentId: await calls.segmentOf(one.room), pieceNumber: 0, offset: 0, bytes: makeWebm('foreign') }
    const refused = { status: 403, refusal: { code: 'video.not_recorder' } }
    expect(await calls.send(one.menteeId, one.room, piece)).toMatchObject(refused)
    expect(await calls.send(other.mentorId, other.room, piece)).toMatchObject(refused)
    expect(await calls.send(other.mentorId, one.room, piece)).toMatchObject({ refusal: { code: 'video.not_allowed' } })
    const params = { id: one.room, segmentId: piece.segmentId }
    expect(await server.ask(one.menteeId, getSegment, { params })).toMatchObject({ status: 403 })
    const never = { ...piece, segmentId: '00000000-0000-4000-8000-000000000000' }
    expect(await calls.send(one.mentorId, one.room, never)).toMatchObject(refused)
  })
})

describe('the recording so far', () => {
  test('[VID-04] offers completed segments and captions during the call', async () => {
    const { mentorId, menteeId, room } = await calls.begin()
    await server.app.startJobs(server.url)
    const segmentId = await calls.segmentOf(room)
    await calls.send(mentorId, room, { segmentId, pieceNumber: 0, offset: 0, bytes: makeWebm('so far'), isLast: true })
    await say(room, mentorId, 'Hello')
    const soFar = (who: number) => server.ask(who, getRecordingSoFar, { params: { id: room } })
    await expect.poll(async () => (await soFar(menteeId)).body.files.length, { timeout: 40_000 }).toBe(1)
    const { body } = await soFar(menteeId)
    expect(body).toMatchObject({ captions: [{ text: 'Hello' }], files: [{ type: 'video/webm', size: 10 }] })
    const segmentFile = await server.app.inject({ url: body.files[0]?.url ?? '' })
    expect(segmentFile.rawPayload).toEqual(Buffer.from(makeWebm('so far')))
    // Without consent there is no access.
    await calls.agree(menteeId, room, false)
    expect((await soFar(menteeId)).body).toEqual({ files: [], captions: [] })
  })
})
