import { randomUUID } from 'node:crypto'
import { listMeetings, retryMeeting } from '@saathi/contract/video/staff-calls'
import { getConsole } from '@saathi/contract/staff/console-calls'
import { beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { buildStaffOf } from '../../../test/staff-rights.ts'
import { buildCallers } from '../../../test/video-rooms.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

/** A pair with a recorded call whose summary failed. */
async function buildFailed() {
  const callers = await buildCallers(server)
  const now = server.clock.now()
  const room_id = randomUUID()
  await server.db.insertInto('video_room').values({ id: room_id, channel_id: callers.channelId, created_at: now }).execute()
  const recording = { room_id, started_at: now, ended_at: now, step: 'summary', state: 'failed' }
  const row = server.db.insertInto('video_recording').values(recording).returning('id')
  return { ...callers, recordingId: (await row.executeTakeFirstOrThrow()).id }
}

const retry = (by: number, id: number) => server.ask(by, retryMeeting, { params: { id }, body: {} })

test('[STF-03] recordings are listed, counted and retried in the programme of a right only', async () => {
  const [own, foreign] = [await buildFailed(), await buildFailed()]
  const lead = await buildStaffOf(server, 'SafeguardingLead', own.projectId)
  const idsOf = async (mentorship?: number) =>
    (await server.ask(lead, listMeetings, { query: { mentorship } })).body.meetings.map((each) => each.meetingRecordingId)
  expect([await idsOf(), await idsOf(own.id), await idsOf(foreign.id)]).toEqual([[own.recordingId], [own.recordingId], []])
  expect((await server.ask(lead, getConsole, {})).body.waiting.recordings).toBe(1)
  const absent = await retry(lead, 2_000_000_000)
  expect(absent).toMatchObject({ status: 404, body: { code: 'video.meeting_not_found' } })
  expect(await retry(lead, foreign.recordingId)).toMatchObject({ status: 404, body: absent.body })
  expect((await retry(lead, own.recordingId)).status).toBe(200)
  expect((await server.ask(lead, listMeetings, { query: {} })).body.meetings).toMatchObject([{ state: 'making', attempts: 0 }])
})
