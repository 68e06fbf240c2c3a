import { startCall } from '@saathi/contract/video/calls'
import type { VideoRoom } from '@saathi/contract/video/entities'
import { expect } from 'vitest'
import { planNew } from '#calendar/series/plan.ts'
import { insertEvents, insertSeries } from '#calendar/store.ts'
import { type BuiltChannel, buildChannel } from './chat-channels.ts'
import type { TestServer } from './harness.ts'
import type { BuiltMentorship } from './mentorships.ts'

/** Sets the flag that enables video calls. */
export async function openVideoFor({ db }: Pick<TestServer, 'db'>, personIds: readonly number[], video = 'use'): Promise<void> {
  await db.updateTable('experience').set({ video }).where('person_id', 'in', personIds).execute()
}

/** Builds people who may chat and call; a group if there is more than one mentee. */
export async function buildCallers(
  server: TestServer,
  changes: Parameters<typeof buildChannel>[1] = {},
): Promise<BuiltChannel & { menteeId: number }> {
  const channel = await buildChannel(server, changes)
  const [menteeId = 0] = channel.menteeIds
  return { ...channel, menteeId }
}

/** Starts a call and expects it to succeed. */
export async function placeCall(server: TestServer, who: number, channel: number): Promise<VideoRoom> {
  const answer = await server.ask(who, startCall, { body: { channel } })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

type Plan = { at: Date; title?: string; isPairGroupCall?: boolean; sessionId?: number }

/** Plans a call in the calendar of a mentorship; its link is the room id. */
export async function planCall(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  { id: mentorshipId, mentorId }: Pick<BuiltMentorship, 'id' | 'mentorId'>,
  { at, title = 'Our call', isPairGroupCall = true, sessionId }: Plan,
): Promise<{ eventId: number; room: string }> {
  const { series, placed } = planNew({
    title,
    description: '',
    isPairGroupCall,
    minutes: 60,
    at,
    zone: 'Asia/Kolkata',
    frequency: 'NONE',
    end: null,
    sessionId: sessionId ?? null,
  })
  const seriesId = await insertSeries(db, { ...series, mentorshipId, createdBy: mentorId }, clock.now())
  const [eventId = 0] = await insertEvents(db, { seriesId, mentorshipId }, placed, clock.now())
  const row = await db
    .selectFrom('calendar_event')
    .select('session_uuid as room')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return { eventId, room: row.room }
}

/** All stays in this room, in order of joining. */
export const participantsIn = ({ db }: Pick<TestServer, 'db'>, roomId: string) =>
  db
    .selectFrom('video_participant')
    .select(['id', 'person_id as personId', 'slot', 'join_order as order', 'left_reason as leftReason'])
    .where('room_id', '=', roomId)
    .orderBy('join_order')
    .execute()
