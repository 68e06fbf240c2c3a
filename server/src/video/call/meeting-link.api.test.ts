import { getRoom, giveConsent, postCallEvent } from '@saathi/contract/video/calls'
import { HOUR_SECONDS, MINUTE_SECONDS } from '@saathi/contract/core/time'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storedMessages } from '../../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorshipSession } from '../../../test/mentorships.ts'
import { buildCallers, placeCall, planCall } from '../../../test/video-rooms.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
})
afterAll(() => server.stop())
afterEach(() => server.clock.reset())

const read = (who: number | null, id: string) => server.ask(who, getRoom, { params: { id } })
const consent = (who: number, id: string, yes: boolean) =>
  server.ask(who, giveConsent, { params: { id }, body: { consent: yes } })
const inSeconds = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000)
async function joined(who: number, id: string) {
  const body = { event: 'join', jitsiParticipantId: 'here', timestamp: '2026-11-14T14:00:00Z' } as const
  expect(await server.ask(who, postCallEvent, { params: { id }, body })).toMatchObject({ status: 200 })
}

describe('[VID-02] the link of an event', () => {
  test.each([
    { seconds: 11 * MINUTE_SECONDS, is: 'early' },
    { seconds: 9 * MINUTE_SECONDS, is: 'open' },
    { seconds: -3 * HOUR_SECONDS + MINUTE_SECONDS, is: 'open' },
    { seconds: -3 * HOUR_SECONDS, is: 'late' },
  ])('is $is if the event starts in $seconds seconds', async ({ seconds, is }) => {
    const callers = await buildCallers(server)
    server.clock.set(new Date('2026-11-14T14:00:00Z'))
    const at = inSeconds(seconds)
    const { room } = await planCall(server, callers, { at })
    const { body } = await read(callers.menteeId, room)
    expect(body).toMatchObject({ room, visitStatus: is, title: 'Our call', sessionName: null, channel: callers.channelId })
    expect(body.startTime).toBe(at.toISOString())
    expect([body.token === null, body.tokenExpiresAt === null, body.engine === null]).toEqual(Array(3).fill(is !== 'open'))
    const expected = is === 'open' ? { status: 200 } : { status: 403, body: { code: `video.${is}` } }
    expect(await consent(callers.menteeId, room, true)).toMatchObject(expected)
  })

  test('opens on time, and writes nothing before someone joins', async () => {
    const callers = await buildCallers(server)
    server.clock.set(new Date('2026-11-14T14:00:00Z'))
    const { room } = await planCall(server, callers, { at: inSeconds(20 * MINUTE_SECONDS) })
    const early = (await read(callers.menteeId, room)).body
    server.clock.set(new Date(early.opensAt))
    expect((await read(callers.menteeId, room)).body.visitStatus).toBe('open')
    expect(await server.db.selectFrom('video_room').select('id').where('id', '=', room).execute()).toEqual([])
  })

  test('includes the session name', async () => {
    const session = await buildMentorshipSession(server)
    const callers = await buildCallers(server, { sessions: [session] })
    const { room } = await planCall(server, callers, { at: server.clock.now(), sessionId: session.id })
    const { body } = await read(callers.menteeId, room)
    const { title } = await server.db.selectFrom('session').select('title').where('id', '=', session.id).executeTakeFirstOrThrow()
    expect(body).toMatchObject({ sessionName: title, localeSessionName: title })
  })

  test('works in upper case', async () => {
    const callers = await buildCallers(server)
    const { room } = await planCall(server, callers, { at: server.clock.now() })
    expect((await read(callers.menteeId, room.toUpperCase())).body.room).toBe(room)
  })

  test('stops working when the event is cancelled, even for a call that was used', async () => {
    const callers = await buildCallers(server)
    const { room, eventId } = await planCall(server, callers, { at: server.clock.now() })
    await consent(callers.menteeId, room, true)
    const cancelled = { cancelled_at: server.clock.now() }
    await server.db.updateTable('calendar_event').set(cancelled).where('id', '=', eventId).execute()
    expect(await read(callers.menteeId, room)).toMatchObject({ status: 403, body: { code: 'video.not_allowed' } })
  })

  test('does not work for an event that is not a call', async () => {
    const callers = await buildCallers(server)
    const { room } = await planCall(server, callers, { at: server.clock.now(), isPairGroupCall: false })
    expect((await read(callers.menteeId, room)).body).toMatchObject({ code: 'video.not_allowed' })
  })

  test('is reused by the call button in the chat while someone is in the call', async () => {
    const callers = await buildCallers(server)
    const { room } = await planCall(server, callers, { at: server.clock.now() })
    await joined(callers.menteeId, room)
    expect((await placeCall(server, callers.mentorId, callers.channelId)).room).toBe(room)
    expect(await storedMessages(server, callers.channelId)).toEqual([])
  })
})

describe('[VID-03] consent', () => {
  test('is stored per person and room with its history, and the last answer counts', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    for (const yes of [true, false, true]) expect((await consent(menteeId, room, yes)).body).toMatchObject({ consent: yes })
    await consent(mentorId, room, false)
    const log = await server.db
      .selectFrom('video_consent')
      .select(['person_id as personId', 'consent'])
      .where('room_id', '=', room)
      .orderBy('id')
      .execute()
    expect(log).toEqual([
      { personId: menteeId, consent: true },
      { personId: menteeId, consent: false },
      { personId: menteeId, consent: true },
      { personId: mentorId, consent: false },
    ])
    expect((await read(menteeId, room)).body.consent).toBe(true)
    expect((await read(mentorId, room)).body.consent).toBe(false)
  })

  test('does not carry over to another call, or to the same call moved to another day', async () => {
    const callers = await buildCallers(server)
    const { menteeId } = callers
    const first = await planCall(server, callers, { at: server.clock.now() })
    const second = await planCall(server, callers, { at: server.clock.now() })
    await consent(menteeId, first.room, true)
    expect((await read(menteeId, second.room)).body.consent).toBeNull()
    const moved = { scheduled_at: inSeconds(24 * HOUR_SECONDS) }
    await server.db.updateTable('calendar_event').set(moved).where('id', '=', first.eventId).execute()
    server.clock.advance(24 * HOUR_SECONDS)
    expect((await read(menteeId, first.room)).body).toMatchObject({ visitStatus: 'open', consent: null })
  })

  test('can be withdrawn after the link has expired', async () => {
    const { menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    await consent(menteeId, room, true)
    server.clock.advance(4 * HOUR_SECONDS)
    expect(await consent(menteeId, room, true)).toMatchObject({ status: 403, body: { code: 'video.late' } })
    expect(await consent(menteeId, room, false)).toMatchObject({ status: 200, body: { recording: 'waiting' } })
  })
})
