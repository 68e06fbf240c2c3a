import { setBlackout, setChannelMember } from '@saathi/contract/chat/staff-calls'
import { getRoom, giveConsent, postCallEvent } from '@saathi/contract/video/calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, toRequest, type TestServer } from '../../test/harness.ts'
import { buildCallers, placeCall, openVideoFor, planCall, participantsIn } from '../../test/video-rooms.ts'
import { findStillAllowed } from './access.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
})
afterAll(() => server.stop())
afterEach(() => server.clock.reset())

const event = (name: 'join' | 'leave') => ({
  event: name,
  jitsiParticipantId: 'engine-1',
  timestamp: '2026-11-14T14:00:00Z',
})

/** Every call about a room, with raw replies. */
async function askAll(who: number, id: string) {
  const headers = { authorization: `Bearer ${await server.tokenFor(who)}` }
  const requests = [
    toRequest(getRoom, { params: { id } }, headers),
    toRequest(giveConsent, { params: { id }, body: { consent: true } }, headers),
    toRequest(giveConsent, { params: { id }, body: { consent: false, forget: true } }, headers),
    toRequest(postCallEvent, { params: { id }, body: event('join') }, headers),
    toRequest(postCallEvent, { params: { id }, body: event('leave') }, headers),
  ]
  const answers = []
  for (const request of requests) {
    const { statusCode, body } = await server.app.inject(request)
    answers.push({ statusCode, body })
  }
  return answers
}
const codesOf = (answers: Awaited<ReturnType<typeof askAll>>): string[] =>
  answers.map(({ statusCode, body }) => (statusCode === 200 ? '200' : (/"code":"([\w.]+)"/.exec(body)?.[1] ?? body)))
const fiveTimes = (code: string) => Array.from({ length: 5 }, () => code)

async function outsider() {
  const who = await server.buildPerson()
  await openVideoFor(server, [who])
  return who
}
const inAnHour = () => new Date(server.clock.now().getTime() + 3_600_000).toISOString()

describe('[VID-10] access to a room', () => {
  test('is limited to members of its channel; outsiders get the same reply as for a missing room', async () => {
    const { mentorId, menteeId, channelId, pairManagerId } = await buildCallers(server, { withPairManager: true })
    const { room } = await placeCall(server, menteeId, channelId)
    for (const who of [menteeId, mentorId, pairManagerId ?? 0]) expect(codesOf(await askAll(who, room))).toEqual(fiveTimes('200'))
    const stranger = await outsider()
    const foreign = await askAll(stranger, room)
    expect(codesOf(foreign)).toEqual(fiveTimes('video.not_allowed'))
    for (const id of [crypto.randomUUID(), 'no-room', '1', "'; drop table video_room; --"]) {
      expect(await askAll(stranger, id)).toEqual(foreign)
    }
    expect((await participantsIn(server, room)).map(({ personId }) => personId)).not.toContain(stranger)
  })

  test('of an event is limited to its own pair', async () => {
    const callers = await buildCallers(server)
    const others = await buildCallers(server)
    const { room } = await planCall(server, callers, { at: server.clock.now() })
    expect(codesOf(await askAll(callers.mentorId, room))).toEqual(fiveTimes('200'))
    expect(await askAll(others.mentorId, room)).toEqual(await askAll(others.mentorId, crypto.randomUUID()))
  })

  test('covers the whole group, or only the two people of a direct channel', async () => {
    const { mentorId, menteeIds, channelId, direct } = await buildCallers(server, { mentees: 2 })
    const [one = 0, two = 0] = menteeIds
    const whole = await placeCall(server, one, channelId)
    expect(codesOf(await askAll(two, whole.room))).toEqual(fiveTimes('200'))
    const between = await placeCall(server, one, direct.get(one) ?? 0)
    expect(codesOf(await askAll(mentorId, between.room))).toEqual(fiveTimes('200'))
    expect(codesOf(await askAll(two, between.room))).toEqual(fiveTimes('video.not_allowed'))
  })

  test('ends when a member is deactivated', async () => {
    const staff = await server.buildPerson({ role: 'Admin' })
    await server.tokenFor(staff)
    await server.db.updateTable('sign_in').set({ second_factor_at: server.clock.now() }).where('person_id', '=', staff).execute()
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    const params = { id: channelId, personId: menteeId }
    const reason = 'They asked for a pause.'
    expect((await server.ask(staff, setChannelMember, { params, body: { isActive: false, reason } })).status).toBe(200)
    expect(codesOf(await askAll(menteeId, room))).toEqual(fiveTimes('video.not_allowed'))
    expect(codesOf(await askAll(mentorId, room))).toEqual(fiveTimes('200'))

    const until = inAnHour()
    expect((await server.ask(staff, setBlackout, { params: { id: channelId }, body: { until, reason } })).status).toBe(200)
    expect(codesOf(await askAll(mentorId, room))).toEqual(fiveTimes('video.closed'))
    // A former member does not learn that the channel is closed.
    expect(codesOf(await askAll(menteeId, room))).toEqual(fiveTimes('video.not_allowed'))
  })

  test('ends when video is switched off or the person signs out', async () => {
    const { menteeId, mentorId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    await openVideoFor(server, [menteeId], 'off')
    expect(codesOf(await askAll(menteeId, room))).toEqual(fiveTimes('video.off'))
    const headers = { authorization: `Bearer ${await server.tokenFor(mentorId)}` }
    await server.db
      .updateTable('sign_in')
      .set({ ended_at: server.clock.now(), end_reason: 'signed_out' })
      .where('person_id', '=', mentorId)
      .execute()
    const answer = await server.app.inject(toRequest(postCallEvent, { params: { id: room }, body: event('join') }, headers))
    expect(answer.statusCode).toBe(401)
  })

  test('continues after the closing time for people who are present, but not for new ones', async () => {
    const { mentorId, menteeId, channelId } = await buildCallers(server)
    const { room } = await placeCall(server, menteeId, channelId)
    server.clock.advance(3 * 3600 - 10)
    await server.ask(menteeId, postCallEvent, { params: { id: room }, body: event('join') })
    // Earlier than the time after which they count as lost.
    server.clock.advance(15)
    const mine = (await server.ask(menteeId, getRoom, { params: { id: room } })).body
    expect(mine).toMatchObject({ visitStatus: 'open' })
    expect(mine.token).not.toBeNull()
    const theirs = (await server.ask(mentorId, getRoom, { params: { id: room } })).body
    expect(theirs).toMatchObject({ visitStatus: 'late', token: null, engine: null })
    const late = await server.ask(mentorId, postCallEvent, { params: { id: room }, body: event('join') })
    expect(late).toMatchObject({ status: 403, body: { code: 'video.late' } })
  })
})

describe('[VID-10] findStillAllowed', () => {
  test('returns people who have access, regardless of the time', async () => {
    const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: 3 })
    const [one = 0, two = 0, three = 0] = menteeIds
    const stranger = await outsider()
    const { room } = await placeCall(server, mentorId, channelId)
    const staying = () => findStillAllowed(server.db, room, [mentorId, one, two, three, stranger], server.clock.now())
    expect(await staying()).toEqual(new Set([mentorId, one, two, three]))
    await openVideoFor(server, [one], 'off')
    await server.db.updateTable('chat_member').set({ is_active: false }).where('person_id', '=', two).execute()
    server.clock.advance(4 * 3600)
    expect(await staying()).toEqual(new Set([mentorId, three]))
    const blackout_until = new Date(inAnHour())
    await server.db.updateTable('chat_channel').set({ blackout_until }).where('id', '=', channelId).execute()
    expect(await staying()).toEqual(new Set())
  })

  test('returns nobody if the event was cancelled', async () => {
    const callers = await buildCallers(server)
    const { room, eventId } = await planCall(server, callers, { at: server.clock.now() })
    const stay = () => findStillAllowed(server.db, room, [callers.mentorId], server.clock.now())
    expect((await stay()).size).toBe(1)
    const cancelled = { cancelled_at: server.clock.now() }
    await server.db.updateTable('calendar_event').set(cancelled).where('id', '=', eventId).execute()
    expect((await stay()).size).toBe(0)
  })
})
