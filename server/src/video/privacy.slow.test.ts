import { exportOwnData } from '@saathi/contract/accounts/calls'
import { getChannelHistory } from '@saathi/contract/video/recording-calls'
import { DAY_SECONDS } from '@saathi/contract/core/time'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { moveClock } from '#core/jobs/move-clock.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeWebm, recordedCalls } from '../../test/recorded-calls.ts'
import { erasePerson } from '../accounts/leave/leave.ts'
import { storeCaption } from './recording/recording.ts'

const soon = { timeout: 40_000, interval: 50 }

/** A recorded call in which both said something; it continues until `end`. */
async function openCalls() {
  const server = await startTestServer({ limitFactor: 100 })
  onTestFinished(server.stop)
  await server.app.startJobs(server.url)
  const calls = recordedCalls(server)
  const call = await calls.begin({ mentees: 2 })
  const piece = { segmentId: await calls.segmentOf(call.room), pieceNumber: 0, offset: 0, bytes: makeWebm('film') }
  await calls.send(call.mentorId, call.room, piece)
  const say = (personId: number, text: string) =>
    calls.inside((ctx) => storeCaption(ctx, { roomId: call.room, personId, text, language: 'en' }))
  await say(call.menteeId, 'words of the mentee')
  await say(call.mentorId, 'words of the mentor')
  const countFiles = async () =>
    (await server.db.selectFrom('file').select('id').where('purpose', 'like', 'video_%').execute()).length
  return {
    server,
    calls,
    ...call,
    countFiles,
    async end() {
      await calls.leave(call.mentorPeer)
      await calls.leave(call.menteePeer)
      await expect.poll(async () => (await history()).length, soon).toBe(1)
    },
    history,
  }
  async function history() {
    const params = { id: call.channelId }
    return (await server.ask(call.mentorId, getChannelHistory, { params })).body.history
  }
}

async function eraseIn({ server, calls }: Awaited<ReturnType<typeof openCalls>>, personId: number) {
  await server.db.updateTable('person').set({ leaves_at: server.clock.now() }).where('id', '=', personId).execute()
  await calls.inside((ctx) => erasePerson(ctx, personId))
}

test("the data export contains the person's calls and captions, and nothing that others said", async () => {
  const world = await openCalls()
  await world.end()
  const { server, menteeId, mentorId, channelId, room } = world
  const { parts } = (await server.ask(menteeId, exportOwnData, { body: {} })).body
  expect(parts['video']).toMatchObject({
    started: [],
    calls: [{ call: room, conversation: channelId }],
    consents: [{ call: room, consent: true }],
    said: [{ text: 'words of the mentee' }],
    ratings: [],
    recordings: [{ call: room, conversation: channelId }],
  })
  expect(JSON.stringify(parts['video'])).not.toContain('words of the mentor')
  const other = (await server.ask(mentorId, exportOwnData, { body: {} })).body.parts['video']
  expect(other).toMatchObject({ started: [{ call: room }] })
})

test('erasing a person deletes every recording they are in, with its files', async () => {
  const world = await openCalls()
  await world.end()
  expect(await world.countFiles()).toBe(3)
  await eraseIn(world, world.menteeId)
  expect(await world.history()).toEqual([])
  expect(await world.countFiles()).toBe(0)
  const said = await world.server.db.selectFrom('video_caption').select('body').execute()
  expect(said).toEqual([])
  expect(world.server.delivered).toContainEqual({
    to: expect.arrayContaining([world.mentorId]),
    event: { type: 'video.history_changed', channel: world.channelId },
  })
})

test('erasing a person during a call removes them from it, and the others continue', async () => {
  const world = await openCalls()
  await eraseIn(world, world.menteeId)
  const present = await world.server.db.selectFrom('video_participant').select('person_id as personId').execute()
  expect(present).toEqual([{ personId: world.mentorId }])
  // In a new segment: nothing is left of the first.
  expect(await world.calls.now(world.room)).toMatchObject({ state: 'running', segment: { recorderPeerId: world.mentorPeer } })
  expect(await world.server.db.selectFrom('video_segment').select('number').execute()).toEqual([{ number: 1 }])
})

test('calls older than 90 days are deleted at night with their files', async () => {
  const world = await openCalls()
  await world.end()
  const { server } = world
  const nights = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from jobs.job where name = 'video.forget_meetings' and state = 'completed'`.execute(server.db)
    return rows[0]?.n ?? 0
  }
  const later = async (days: number) => {
    const before = await nights()
    await moveClock(server.db, server.clock, () => server.clock.advance(days * DAY_SECONDS))
    await expect.poll(nights, soon).toBeGreaterThan(before)
  }
  await later(88)
  expect(await world.countFiles()).toBe(3)
  await later(4)
  expect(await world.countFiles()).toBe(0)
  expect(await server.db.selectFrom('video_room').select('id').execute()).toEqual([])
})

test('stuck processing is restarted at night', async () => {
  const world = await openCalls()
  const { server } = world
  await world.end()
  await server.db
    .updateTable('video_recording')
    .set({ state: 'making', ready_at: null, step: 'summary', summary_file_id: null })
    .execute()
  expect(await world.history()).toEqual([])
  await moveClock(server.db, server.clock, () => server.clock.advance(2 * DAY_SECONDS))
  await expect.poll(async () => (await world.history()).length, soon).toBe(1)
})
