import { listNotices } from '@saathi/contract/notices/calls'
import { getChannelHistory, getMeetingRatingStatus, rateMeetingSummary } from '@saathi/contract/video/recording-calls'
import { SUMMARY_QUESTION } from '@saathi/contract/video/entities'
import { listMeetings, retryMeeting } from '@saathi/contract/video/staff-calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setServerClock } from '../../../test/server-clock.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { streamPieces, startModelStandIn } from '../../../test/model-stand-in.ts'
import { makeWebm, recordedCalls } from '../../../test/recorded-calls.ts'
import { startTranscriptionStandIn } from '../../../test/transcription-stand-in.ts'
import { buildCallers } from '../../../test/video-rooms.ts'
import { storeCaption } from '../recording/recording.ts'

const soon = { timeout: 40_000, interval: 50 }
let server: TestServer
let calls: ReturnType<typeof recordedCalls>
let stopAll: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startTestServer({ limitFactor: 100 })
  await server.app.startJobs(server.url)
  calls = recordedCalls(server)
})
afterAll(() => server.stop())
afterEach(async () => {
  server.clock.reset()
  for (const stop of stopAll) await stop()
  stopAll = []
})

const said = ['I have finished the poster.', 'Then you will send me the poster until next week.'] as const

/** A finished call with a recorded segment and captions. */
async function recorded(on: TestServer, words: readonly string[] = said) {
  const here = recordedCalls(on)
  const call = await here.begin()
  const segmentId = await here.segmentOf(call.room)
  await here.send(call.mentorId, call.room, { segmentId, pieceNumber: 0, offset: 0, bytes: makeWebm('film') })
  for (const [at, text] of words.entries()) {
    const personId = at % 2 === 0 ? call.menteeId : call.mentorId
    await here.inside((ctx) => storeCaption(ctx, { roomId: call.room, personId, text, language: 'en' }))
  }
  await here.leave(call.mentorPeer)
  await here.leave(call.menteePeer)
  return call
}

const historyOf = async (on: TestServer, who: number, channelId: number) =>
  (await on.ask(who, getChannelHistory, { params: { id: channelId } })).body.history

async function readyIn(on: TestServer, who: number, channelId: number) {
  await expect.poll(async () => (await historyOf(on, who, channelId)).length, soon).toBe(1)
  const [item] = await historyOf(on, who, channelId)
  if (!item) throw new Error('the meeting disappeared')
  return item
}

const read = async (on: TestServer, url: string | null) => (await on.app.inject({ url: url ?? '' })).body

/** Runs delayed retries immediately. */
const runJobsNow = (on: TestServer) => sql`update jobs.job set start_after = now() where state < 'active'`.execute(on.db)

describe('processing a recording', () => {
  test('[VID-08] puts transcript and summary into the history of the channel', async () => {
    const { channelId, mentorId, menteeId } = await recorded(server)
    const item = await readyIn(server, menteeId, channelId)
    expect(item.rating).toBeNull()
    const transcript = await read(server, item.transcriptionTextFileUrl)
    expect(transcript).toMatch(/^\[00:0\d\] Person \d+: I have finished the poster\.\n\[00:0\d\] Person \d+: Then you will/)
    const summary = await read(server, item.summaryTextFileUrl)
    expect(summary).toContain('Then you will send me the poster until next week.')
    expect(server.delivered).toContainEqual({
      to: expect.arrayContaining([mentorId, menteeId]),
      event: { type: 'video.history_changed', channel: channelId },
    })
  })

  test('[PLT-02] notifies the whole channel of the summary, and reminds only unrated participants', async () => {
    const noticesOf = async (who: number) =>
      (await server.ask(who, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === 'summaries')
    const { channelId, mentorId, menteeId } = await recorded(server)
    const { meetingRecordingId } = await readyIn(server, menteeId, channelId)
    for (const who of [mentorId, menteeId])
      expect(await noticesOf(who)).toMatchObject([
        { title: 'The summary of your call is ready', link: `/chat/messenger?channel=${channelId}` },
      ])
    await server.ask(mentorId, rateMeetingSummary, { body: { meetingRecordingId, userId: mentorId, meetingRating: 5 } })
    await setServerClock(server, new Date(server.clock.now().getTime() + 2 * 86_400_000))
    await expect.poll(() => noticesOf(menteeId), soon).toHaveLength(2)
    expect((await noticesOf(menteeId))[0]).toMatchObject({ title: 'Was the summary of your call right?', isRead: false })
    expect(await noticesOf(mentorId)).toHaveLength(1)
    await server.ask(menteeId, rateMeetingSummary, { body: { meetingRecordingId, userId: menteeId, meetingRating: null } })
    expect((await noticesOf(menteeId))[0]).toMatchObject({ isRead: true })
  })

  test('[VID-08] creates links per viewer, valid only for channel members', async () => {
    const { channelId, menteeId, mentorId } = await recorded(server)
    const { summaryTextFileUrl } = await readyIn(server, menteeId, channelId)
    expect((await readyIn(server, mentorId, channelId)).summaryTextFileUrl).not.toBe(summaryTextFileUrl)
    await server.db.updateTable('chat_member').set({ is_active: false }).where('person_id', '=', menteeId).execute()
    expect((await server.app.inject({ url: summaryTextFileUrl ?? '' })).statusCode).toBe(404)
    expect(await server.ask(menteeId, getChannelHistory, { params: { id: channelId } })).toMatchObject({ status: 403 })
  })

  test('[VID-08] shows outsiders the same reply as for a missing channel', async () => {
    const { channelId } = await recorded(server)
    const stranger = await buildCallers(server)
    const ask = (id: number) => server.ask(stranger.menteeId, getChannelHistory, { params: { id } })
    const [foreign, absent] = [await ask(channelId), await ask(99_999_999)]
    expect(foreign).toMatchObject({ status: 404, body: { code: 'chat.channel_not_found' } })
    expect(foreign.body).toEqual(absent.body)
  })

  test('[VID-08] keeps a recording without speech, without transcript and summary', async () => {
    const { channelId, menteeId } = await recorded(server, [])
    const item = await readyIn(server, menteeId, channelId)
    expect(item).toMatchObject({ summaryTextFileUrl: null, transcriptionTextFileUrl: null })
    const { body } = await server.ask(menteeId, getMeetingRatingStatus, { query: { userId: menteeId } })
    expect(body.meetingRatingStatus).toBe(false)
  })

  test('deletes an empty recording', async () => {
    const call = await calls.begin()
    await calls.leave(call.mentorPeer)
    await calls.leave(call.menteePeer)
    const left = () => server.db.selectFrom('video_recording').select('id').where('room_id', '=', call.room).execute()
    await expect.poll(left, soon).toEqual([])
  })

  test('deletes the pieces after merging them', async () => {
    const { channelId, menteeId, room } = await recorded(server)
    await readyIn(server, menteeId, channelId)
    const pieces = await server.db
      .selectFrom('video_piece as piece')
      .innerJoin('video_segment as segment', 'segment.id', 'piece.segment_id')
      .select('piece.number')
      .where('segment.room_id', '=', room)
      .execute()
    expect(pieces).toEqual([])
  })
})

describe('with a transcription endpoint', () => {
  async function startWith(assistant?: { url: string; model: string }) {
    const listener = await startTranscriptionStandIn()
    const on = await startTestServer({
      limitFactor: 100,
      chat: { gifs: undefined, assistant: assistant && { ...assistant, key: undefined, answerWithinMs: 5_000 } },
      video: {
        stunUrls: [],
        turn: undefined,
        jitsi: undefined,
        transcription: { url: listener.url, key: 'k', model: 'whisper-1', answerWithinMs: 5_000 },
      },
    })
    await on.app.startJobs(on.url)
    stopAll.push(on.stop, listener.stop)
    return { on, listener }
  }

  test('[VID-08] its text replaces the captions', async () => {
    const { on, listener } = await startWith()
    listener.behaveLike(() => 'We have agreed to meet on Friday.')
    const { channelId, menteeId } = await recorded(on)
    const item = await readyIn(on, menteeId, channelId)
    expect(await read(on, item.transcriptionTextFileUrl)).toBe('[00:00] We have agreed to meet on Friday.\n')
    expect(listener.asked).toEqual([{ model: 'whisper-1', film: Buffer.from(makeWebm('film')), authorization: 'Bearer k' }])
  })

  test('[VID-08] the captions are used if it returns no text', async () => {
    const { on, listener } = await startWith()
    listener.behaveLike(() => ' ')
    const { channelId, menteeId } = await recorded(on)
    const item = await readyIn(on, menteeId, channelId)
    expect(await read(on, item.transcriptionTextFileUrl)).toContain('I have finished the poster.')
  })

  test('[VID-08] a failing step is retried and shown to staff, and nobody sees a partial result', async () => {
    const { on, listener } = await startWith()
    let isDown = true
    listener.behaveLike(() => (isDown ? 503 : 'Heard after all, on Friday.'))
    const { channelId, menteeId } = await recorded(on)
    const staff = await on.buildPerson({ role: 'Admin' })
    await markSecondFactor(on, staff)
    const undone = async () => (await on.ask(staff, listMeetings, { query: {} })).body.meetings
    const tried = async () => {
      await runJobsNow(on)
      return (await undone())[0]?.state
    }
    await expect
      .poll(async () => (await undone())[0], soon)
      .toMatchObject({
        channel: channelId,
        state: 'making',
        step: 'transcript',
        lastError: 'The transcription endpoint answered 503.',
      })
    expect(await historyOf(on, menteeId, channelId)).toEqual([])
    await expect.poll(tried, soon).toBe('failed')
    const [failed] = await undone()
    expect(failed).toMatchObject({ attempts: 9 })
    expect(JSON.stringify(failed)).not.toContain('poster')
    isDown = false
    const params = { id: failed?.meetingRecordingId ?? 0 }
    expect(await on.ask(staff, retryMeeting, { params, body: {} })).toMatchObject({ status: 200 })
    const item = await readyIn(on, menteeId, channelId)
    expect(await read(on, item.transcriptionTextFileUrl)).toContain('Heard after all')
    expect(await undone()).toEqual([])
    const again = await on.ask(staff, retryMeeting, { params, body: {} })
    expect(again).toMatchObject({ status: 409, body: { code: 'video.meeting_ready' } })
    const none = await on.ask(staff, retryMeeting, { params: { id: 99_999_999 }, body: {} })
    expect(none).toMatchObject({ status: 404, body: { code: 'video.meeting_not_found' } })
    expect(await on.ask(menteeId, listMeetings, { query: {} })).toMatchObject({ status: 403 })
  })

  test('[VID-08] a language model writes the summary, and our own summarizer takes over when it keeps failing', async () => {
    const model = await startModelStandIn()
    stopAll.push(model.stop)
    model.behaveLike((response) => streamPieces(response, ['• They will ', 'meet on Friday.']))
    const { on, listener } = await startWith({ url: model.url, model: 'small-1' })
    listener.behaveLike(() => 'We have agreed to meet on Friday.')
    const one = await recorded(on)
    const item = await readyIn(on, one.menteeId, one.channelId)
    expect(await read(on, item.summaryTextFileUrl)).toContain('• They will meet on Friday.')
    expect(model.asked[0]?.messages.at(-1)?.content).toContain('We have agreed to meet on Friday.')
    model.behaveLike((response) => response.writeHead(500).end())
    const other = await recorded(on)
    await expect
      .poll(async () => {
        await runJobsNow(on)
        return (await historyOf(on, other.menteeId, other.channelId)).length
      }, soon)
      .toBe(1)
    const own = await readyIn(on, other.menteeId, other.channelId)
    expect(await read(on, own.summaryTextFileUrl)).toContain('• We have agreed to meet on Friday.')
  })
})

describe('the rating of a summary', () => {
  const statusOf = async (who: number) => (await server.ask(who, getMeetingRatingStatus, { query: { userId: who } })).body
  type SubmittedRating = number | Record<string, number | null> | null
  const rate = (who: number, meetingRecordingId: number, meetingRating: SubmittedRating, userId = who) =>
    server.ask(who, rateMeetingSummary, { body: { meetingRecordingId, userId, meetingRating } })
  const nothing = { meetingRatingStatus: false, meetingRecordingId: null, meetingDateTime: null, meetingRatingTitle: null }

  test('[VID-08] is requested from each participant and stored per question', async () => {
    const { channelId, menteeId, mentorId } = await recorded(server)
    const { meetingRecordingId, meetingDatetime } = await readyIn(server, menteeId, channelId)
    expect(await statusOf(menteeId)).toEqual({
      meetingRatingStatus: true,
      meetingRecordingId,
      meetingDateTime: meetingDatetime,
      meetingRatingTitle: SUMMARY_QUESTION,
    })
    expect(await rate(menteeId, meetingRecordingId, { [SUMMARY_QUESTION]: 4 })).toMatchObject({ status: 200 })
    expect(await statusOf(menteeId)).toEqual(nothing)
    expect((await readyIn(server, menteeId, channelId)).rating).toBe(4)
    expect((await readyIn(server, mentorId, channelId)).rating).toBeNull()
    expect((await statusOf(mentorId)).meetingRatingStatus).toBe(true)
  })

  test('[VID-08] is a single mark in the history, and can be changed there', async () => {
    const { channelId, menteeId } = await recorded(server)
    const { meetingRecordingId } = await readyIn(server, menteeId, channelId)
    await rate(menteeId, meetingRecordingId, 2)
    await rate(menteeId, meetingRecordingId, 5)
    expect((await readyIn(server, menteeId, channelId)).rating).toBe(5)
  })

  test.each<{ name: string; submitted: SubmittedRating }>([
    { name: 'empty', submitted: {} },
    { name: 'null', submitted: null },
    { name: 'without a mark', submitted: { [SUMMARY_QUESTION]: null } },
  ])('[VID-08] is not requested again when skipped ($name)', async ({ submitted }) => {
    const { channelId, menteeId } = await recorded(server)
    const { meetingRecordingId } = await readyIn(server, menteeId, channelId)
    expect(await rate(menteeId, meetingRecordingId, submitted)).toMatchObject({ status: 200 })
    expect(await statusOf(menteeId)).toEqual(nothing)
    expect((await readyIn(server, menteeId, channelId)).rating).toBeNull()
  })

  test('[VID-08] is private to the person who gives it', async () => {
    const { channelId, menteeId, mentorId } = await recorded(server)
    const { meetingRecordingId } = await readyIn(server, menteeId, channelId)
    const notYours = { status: 403, body: { code: 'video.not_yours' } }
    expect(await rate(mentorId, meetingRecordingId, 1, menteeId)).toMatchObject(notYours)
    expect(await server.ask(mentorId, getMeetingRatingStatus, { query: { userId: menteeId } })).toMatchObject(notYours)
    const stranger = await buildCallers(server)
    const foreign = await rate(stranger.menteeId, meetingRecordingId, 1)
    const absent = await rate(stranger.menteeId, 99_999_999, 1)
    expect(foreign).toMatchObject({ status: 404, body: { code: 'video.meeting_not_found' } })
    expect(foreign.body).toEqual(absent.body)
  })

  test.each<{ name: string; submitted: SubmittedRating }>([
    { name: 'another question', submitted: { 'Was it fun?': 5 } },
    { name: 'six', submitted: 6 },
    { name: 'zero', submitted: { [SUMMARY_QUESTION]: 0 } },
    { name: 'a fraction', submitted: 2.5 },
  ])('refuses $name', async ({ submitted }) => {
    const { channelId, menteeId } = await recorded(server)
    const { meetingRecordingId } = await readyIn(server, menteeId, channelId)
    expect(await rate(menteeId, meetingRecordingId, submitted)).toMatchObject({ status: 400 })
  })

  test('is requested for a week', async () => {
    const { channelId, menteeId } = await recorded(server)
    await readyIn(server, menteeId, channelId)
    server.clock.advance(8 * 86_400)
    expect(await statusOf(menteeId)).toEqual(nothing)
  })
})
