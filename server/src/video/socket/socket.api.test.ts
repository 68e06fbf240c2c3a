import { endSignIn, listSignIns } from '@saathi/contract/accounts/identity-calls'
import { setMaintenance } from '@saathi/contract/accounts/staff-calls'
import { setBlackout, setChannelMember } from '@saathi/contract/chat/staff-calls'
import { giveConsent } from '@saathi/contract/video/calls'
import { PEOPLE_MAX } from '@saathi/contract/video/entities'
import type { VideoCommand } from '@saathi/contract/video/socket'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship } from '#mentorship/public.ts'
import { addressOf } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import {
  buildCall,
  type BuiltCall,
  joinCall,
  openVideoSocket,
  enterCall,
  helloOf,
  silent,
  tokenForCall,
} from '../../../test/video-caller.ts'
import { openVideoFor, participantsIn } from '../../../test/video-rooms.ts'
import { publishRoomChanged } from '../room-topics.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let call: BuiltCall
let [asha, ravi, room] = [0, 0, '']
beforeAll(async () => {
  // Without the heartbeat: these effects must be immediate.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  server = await startTestServer({ limitFactor: 20 })
  vi.useRealTimers()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  call = await buildCall(server)
  ;({ menteeId: asha, mentorId: ravi, room } = call)
})

async function dial(at: TestServer = server) {
  const client = await openVideoSocket(addressOf(at.app))
  onTestFinished(() => client.socket.terminate())
  return client
}

async function buildStaff() {
  const staff = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, staff)
  return staff
}

async function startWithHeartbeat() {
  const own = await startTestServer()
  onTestFinished(own.stop)
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  return own
}

/** Both are in the call and see each other. */
async function bothIn() {
  const ravis = await joinCall(server, ravi, room)
  const ashas = await joinCall(server, asha, room)
  await Promise.all([ravis, ashas].map((client) => client.seesOnly(ravis.peerId, ashas.peerId)))
  return { ravis, ashas }
}

const offer = (to: string, sdp = 'v=0'): VideoCommand => ({
  type: 'signal',
  to,
  data: { description: { type: 'offer', sdp } },
})

describe('joining and leaving', () => {
  test('[VID-04] a new participant is welcomed, and everyone sees everyone with name and order', async () => {
    const ravis = await joinCall(server, ravi, room, { state: { ...silent, microphone: true } })
    const alone = await ravis.seesOnly(ravis.peerId)
    expect(alone.people).toEqual([
      {
        peerId: ravis.peerId,
        userId: ravi,
        name: expect.stringMatching(/^Person \d+$/),
        displayPicture: null,
        order: 1,
        state: { ...silent, microphone: true },
      },
    ])
    const ashas = await joinCall(server, asha, room)
    for (const client of [ravis, ashas]) {
      const { people } = await client.seesOnly(ravis.peerId, ashas.peerId)
      expect(people.map(({ userId, order }) => [userId, order])).toEqual([
        [ravi, 1],
        [asha, 2],
      ])
    }
  })

  test('[VID-04] a state change is sent to everyone once', async () => {
    const { ravis, ashas } = await bothIn()
    const state = { ...silent, hand: true }
    for (let said = 0; said < 3; said += 1) ashas.say({ type: 'state', state })
    await ashas.settle()
    const seen = await ravis.next('people')
    expect(seen.people.find(({ peerId }) => peerId === ashas.peerId)?.state).toEqual(state)
    await ravis.settle()
    expect(ravis.frames.filter(({ type }) => type === 'people')).toEqual([])
  })

  test('[VID-07] a participant who leaves gets a goodbye and a closed socket, and the others see it', async () => {
    const { ravis, ashas } = await bothIn()
    ashas.say({ type: 'leave' })
    expect(await ashas.next('goodbye')).toEqual({ type: 'goodbye', reason: 'left' })
    expect(await ashas.closed).toBe(1000)
    await ravis.seesOnly(ravis.peerId)
    expect(await participantsIn(server, room)).toMatchObject([{ leftReason: null }, { personId: asha, leftReason: 'left' }])
  })

  test('[VID-07] a participant is lost after twenty seconds without an answer to heartbeats; connected ones are not', async () => {
    const own = await startWithHeartbeat()
    const built = await buildCall(own)
    const [stays, breaks] = [await joinCall(own, built.mentorId, built.room), await joinCall(own, built.menteeId, built.room)]
    await stays.seesOnly(stays.peerId, breaks.peerId)
    breaks.socket.terminate()
    own.clock.advance(21)
    await stays.seesOnly(stays.peerId)
    expect(await participantsIn(own, built.room)).toMatchObject([{ leftReason: null }, { leftReason: 'lost' }])
    await stays.settle()
  }, 180_000)
})

describe('signals', () => {
  test('[VID-04] an offer reaches only its recipient, with the right sender', async () => {
    const group = await buildCall(server, { mentees: 2 })
    const [first = 0, second = 0] = group.menteeIds
    const clients = []
    for (const personId of [group.mentorId, first, second]) clients.push(await joinCall(server, personId, group.room))
    const [mentor, to, other] = clients
    if (!mentor || !to || !other) throw new Error('three people should have joined')
    for (const client of clients) await client.seesOnly(...clients.map(({ peerId }) => peerId))
    mentor.say(offer(to.peerId))
    expect(await to.next('signal')).toEqual({
      type: 'signal',
      from: mentor.peerId,
      data: { description: { type: 'offer', sdp: 'v=0' } },
    })
    const candidate = { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 }
    to.say({ type: 'signal', to: mentor.peerId, data: { candidate } })
    expect(await mentor.next('signal')).toEqual({ type: 'signal', from: to.peerId, data: { candidate } })
    await other.settle()
    expect(other.frames.filter(({ type }) => type === 'signal')).toEqual([])
  })

  test('[VID-10] signals cannot leave the room, and the room keeps working', async () => {
    const other = await buildCall(server)
    const stranger = await joinCall(server, other.mentorId, other.room)
    const { ravis, ashas } = await bothIn()
    for (const to of [stranger.peerId, crypto.randomUUID()]) expect(await ravis.refusedWith(offer(to))).toBe('video.not_here')
    ravis.say(offer(ashas.peerId))
    await ashas.next('signal')
    await stranger.settle()
    expect(stranger.frames.filter(({ type }) => type === 'signal')).toEqual([])
  })

  test('[VID-10] a frame with a forged sender is rejected and not delivered', async () => {
    const { ravis, ashas } = await bothIn()
    ravis.raw(JSON.stringify({ ...offer(ashas.peerId), from: ashas.peerId }))
    expect((await ravis.next('error')).code).toBe('core.bad_input')
    ravis.say(offer(ashas.peerId, 'v=1'))
    expect(await ashas.next('signal')).toMatchObject({ from: ravis.peerId, data: { description: { sdp: 'v=1' } } })
  })
})

describe('reconnecting', () => {
  test('[VID-05] after a dropped socket keeps the place, and the others notice nothing', async () => {
    const { ravis, ashas } = await bothIn()
    ashas.socket.terminate()
    const again = await joinCall(server, asha, room, { resume: ashas.peerId })
    expect(again).toMatchObject({ peerId: ashas.peerId, isResumed: true })
    await again.seesOnly(ravis.peerId, ashas.peerId)
    ravis.say(offer(again.peerId))
    expect(await again.next('signal')).toMatchObject({ from: ravis.peerId })
    await ravis.settle()
    expect(ravis.frames.filter(({ type }) => type === 'people')).toEqual([])
  })

  test('[VID-05] while the old socket is still open replaces it', async () => {
    const { ashas } = await bothIn()
    const again = await joinCall(server, asha, room, { resume: ashas.peerId })
    expect(await ashas.next('goodbye')).toMatchObject({ reason: 'replaced' })
    expect(await ashas.closed).toBe(4004)
    await again.settle()
    expect(await participantsIn(server, room)).toMatchObject([{ leftReason: null }, { id: again.peerId, leftReason: null }])
  })

  test('[VID-05] from a new page replaces the old page', async () => {
    const { ravis, ashas } = await bothIn()
    const again = await joinCall(server, asha, room)
    expect(again.isResumed).toBe(false)
    expect(await ashas.next('goodbye')).toMatchObject({ reason: 'replaced' })
    expect(await ashas.closed).toBe(4004)
    await ravis.seesOnly(ravis.peerId, again.peerId)
  })

  test("[VID-10] with another person's peer id creates a new stay", async () => {
    const { ravis } = await bothIn()
    const again = await joinCall(server, asha, room, { resume: ravis.peerId })
    expect(again).toMatchObject({ isResumed: false })
    expect(again.peerId).not.toBe(ravis.peerId)
    await ravis.seesOnly(ravis.peerId, again.peerId)
    await ravis.settle()
  })

  test('[VID-05] is requested when a stay was ended by mistake', async () => {
    const { ashas } = await bothIn()
    await server.db
      .updateTable('video_participant')
      .set({ left_at: server.clock.now(), left_reason: 'lost' })
      .where('id', '=', ashas.peerId)
      .execute()
    await inTransaction(server.app.world, log, async (ctx) => publishRoomChanged(ctx, room))
    expect(await ashas.closed).toBe(1012)
    expect(ashas.frames.filter(({ type }) => type === 'goodbye')).toEqual([])
  })
})

describe('access', () => {
  const tryToJoin = async (token: string) => {
    const client = await dial()
    const code = await client.refusedWith(helloOf(token))
    return { code, closed: await client.closed }
  }

  test('[VID-10] an invalid, expired or unrelated token is rejected', async () => {
    const own = await startWithHeartbeat()
    const built = await buildCall(own)
    const token = await tokenForCall(own, built.menteeId, built.room)
    for (const bad of ['nonsense', `${token}x`, await own.tokenFor(built.menteeId)]) {
      const client = await dial(own)
      expect(await client.refusedWith(helloOf(bad))).toBe('core.signed_out')
      expect(await client.closed).toBe(4001)
    }
    own.clock.advance(301)
    const client = await dial(own)
    expect(await client.refusedWith(helloOf(token))).toBe('core.signed_out')
    expect(await client.closed).toBe(4001)
    expect(await participantsIn(own, built.room)).toEqual([])
  })

  test('[VID-10] a token is valid for its own room only', async () => {
    const other = await buildCall(server)
    const ravis = await joinCall(server, ravi, room)
    const stranger = await joinCall(server, other.mentorId, other.room)
    await stranger.seesOnly(stranger.peerId)
    await ravis.seesOnly(ravis.peerId)
    expect(await ravis.refusedWith(offer(stranger.peerId))).toBe('video.not_here')
  })

  test('[VID-10] rights that ended after the token was issued are checked again', async () => {
    const [offs, closeds, ends] = [await tokenForCall(server, asha, room), await tokenForCall(server, ravi, room), room]
    await openVideoFor(server, [asha], 'off')
    expect(await tryToJoin(offs)).toEqual({ code: 'video.off', closed: 4003 })
    const until = new Date(server.clock.now().getTime() + 3_600_000)
    await server.db.updateTable('chat_channel').set({ blackout_until: until }).where('id', '=', call.channelId).execute()
    expect(await tryToJoin(closeds)).toEqual({ code: 'video.closed', closed: 4003 })
    await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, call.id))
    expect(await tryToJoin(closeds)).toEqual({ code: 'video.not_allowed', closed: 4003 })
    expect(await participantsIn(server, ends)).toEqual([])
  })

  test('[VID-10] the end of a sign-in disconnects immediately, and the others see it', async () => {
    const { ravis, ashas } = await bothIn()
    const token = await tokenForCall(server, asha, room)
    const [session] = (await server.ask(asha, listSignIns, {})).body.sessions
    await server.ask(asha, endSignIn, { params: { sessionId: session?.id ?? '' } })
    expect(await ashas.next('goodbye')).toMatchObject({ reason: 'signed_out' })
    expect(await ashas.closed).toBe(4001)
    await ravis.seesOnly(ravis.peerId)
    expect(await tryToJoin(token)).toEqual({ code: 'core.signed_out', closed: 4001 })
  })

  test('[VID-10] a deactivated member is disconnected immediately, and the other stays', async () => {
    const { ravis, ashas } = await bothIn()
    const member = { params: { id: call.channelId, personId: asha }, body: { isActive: false, reason: 'They asked for it.' } }
    expect((await server.ask(await buildStaff(), setChannelMember, member)).status).toBe(200)
    expect(await ashas.next('goodbye')).toMatchObject({ reason: 'removed' })
    expect(await ashas.closed).toBe(4003)
    await ravis.seesOnly(ravis.peerId)
    expect(await participantsIn(server, room)).toMatchObject([{ leftReason: null }, { leftReason: 'removed' }])
  })

  test('[VID-10] the end of a mentorship or a blackout by staff disconnects everyone immediately', async () => {
    const first = await bothIn()
    await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, call.id))
    for (const client of Object.values(first)) expect(await client.next('goodbye')).toMatchObject({ reason: 'removed' })
    call = await buildCall(server)
    ;({ menteeId: asha, mentorId: ravi, room } = call)
    const second = await bothIn()
    const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    const blackout = { params: { id: call.channelId }, body: { until, reason: 'They asked for a pause.' } }
    expect((await server.ask(await buildStaff(), setBlackout, blackout)).status).toBe(200)
    for (const client of Object.values(second)) expect(await client.next('goodbye')).toMatchObject({ reason: 'removed' })
  })

  test('[VID-10] a person whose video is switched off is disconnected, and the other stays', async () => {
    const { ravis, ashas } = await bothIn()
    await openVideoFor(server, [asha], 'off')
    server.app.world.deliver({ to: [asha], event: { type: 'accounts.profile_changed' } })
    expect(await ashas.next('goodbye')).toMatchObject({ reason: 'removed' })
    await ravis.seesOnly(ravis.peerId)
  })

  test('[VID-10] a blackout that starts by the clock ends the call', async () => {
    const own = await startWithHeartbeat()
    const built = await buildCall(own)
    const clients = [await joinCall(own, built.mentorId, built.room), await joinCall(own, built.menteeId, built.room)]
    const until = new Date(own.clock.now().getTime() + 3_600_000)
    await own.db.updateTable('chat_channel').set({ blackout_until: until }).where('id', '=', built.channelId).execute()
    for (const client of clients) expect(await client.next('goodbye')).toMatchObject({ reason: 'removed' })
  }, 180_000)

  test('[VID-10] joining a full call is refused, and its participants notice nothing', async () => {
    const crowd = await buildCall(server, { mentees: PEOPLE_MAX })
    const clients = []
    for (const personId of crowd.menteeIds) clients.push(await joinCall(server, personId, crowd.room))
    const ids = clients.map(({ peerId }) => peerId)
    for (const client of clients) await client.seesOnly(...ids)
    for (const client of clients) client.frames.length = 0
    expect(await tryToJoin(await tokenForCall(server, crowd.mentorId, crowd.room))).toEqual({ code: 'video.full', closed: 4003 })
    for (const client of clients) {
      await client.settle()
      expect(client.frames).toEqual([])
    }
  })

  test('during maintenance nobody can join, and participants can leave', async () => {
    const ashas = await joinCall(server, asha, room)
    const token = await tokenForCall(server, ravi, room)
    await setClosed(true)
    onTestFinished(() => setClosed(false))
    expect(await tryToJoin(token)).toEqual({ code: 'core.maintenance', closed: 1013 })
    expect(await ashas.refusedWith({ type: 'state', state: { ...silent, hand: true } })).toBe('core.maintenance')
    ashas.say({ type: 'leave' })
    expect(await ashas.next('goodbye')).toMatchObject({ reason: 'left' })
  })

  async function setClosed(underMaintenance: boolean) {
    expect((await server.ask(await buildStaff(), setMaintenance, { body: { underMaintenance } })).status).toBe(200)
  }
})

describe('recording', () => {
  const agree = async (personId: number, consent = true) =>
    expect((await server.ask(personId, giveConsent, { params: { id: room }, body: { consent } })).status).toBe(200)

  test('[VID-03] runs while everyone present agrees, names the segment to the recorder, and stops for all on a withdrawn consent', async () => {
    await agree(ravi)
    const ravis = await joinCall(server, ravi, room, { canRecord: true })
    const ashas = await joinCall(server, asha, room)
    const both = [ravis, ashas]
    for (const client of both) {
      expect((await client.next('recording')).recording).toEqual({ state: 'waiting', since: null, seconds: 0, segment: null })
    }
    await agree(asha)
    const running = await ravis.next('recording')
    expect(running.recording).toMatchObject({ state: 'running', segment: expect.any(String) })
    expect((await ashas.next('recording')).recording).toMatchObject({ state: 'running', segment: null })
    await agree(asha, false)
    for (const client of both) expect((await client.next('recording')).recording.state).toBe('waiting')
    await agree(asha)
    expect((await ravis.next('recording')).recording.segment).not.toBe(running.recording.segment)
  })

  test('[VID-03] can be switched on only with everyone’s consent, and off for everyone', async () => {
    await agree(ravi)
    const ravis = await joinCall(server, ravi, room, { canRecord: true })
    const ashas = await joinCall(server, asha, room)
    expect(await ravis.refusedWith({ type: 'record', isWanted: true })).toBe('video.consent_missing')
    await agree(asha)
    await ashas.next('recording', ({ recording }) => recording.state === 'running')
    ashas.say({ type: 'record', isWanted: false })
    for (const client of [ravis, ashas]) await client.next('recording', ({ recording }) => recording.state === 'off')
  })

  test('[VID-08] captions reach the others, and final ones are stored only while recording', async () => {
    const { ravis, ashas } = await bothIn()
    const caption = (text: string, isFinal: boolean): VideoCommand => ({ type: 'caption', text, isFinal, language: 'en-IN' })
    ashas.say(caption('before', true))
    expect(await ravis.next('caption')).toEqual({ type: 'caption', from: ashas.peerId, text: 'before', isFinal: true })
    const recorder = await joinCall(server, ravi, room, { canRecord: true })
    await agree(ravi)
    await agree(asha)
    await ashas.next('recording', ({ recording }) => recording.state === 'running')
    for (const [text, isFinal] of [
      ['Nam', false],
      ['Namaste \u0000', true],
      ['\u0000', true],
    ] as const) {
      ashas.say(caption(text, isFinal))
    }
    await ashas.settle()
    expect(await recorder.next('caption')).toMatchObject({ text: 'Nam', isFinal: false })
    expect(await recorder.next('caption')).toMatchObject({ text: 'Namaste', isFinal: true })
    expect(ashas.frames.filter(({ type }) => type === 'caption')).toEqual([])
    const stored = await server.db
      .selectFrom('video_caption')
      .select(['body', 'person_id as personId'])
      .where('person_id', '=', asha)
      .execute()
    expect(stored).toEqual([{ body: 'Namaste', personId: asha }])
  })
})

test('a socket with only heartbeats stays open', async () => {
  const ravis = await enterCall(addressOf(server.app), await tokenForCall(server, ravi, room))
  for (let beats = 0; beats < 3; beats += 1) await ravis.settle()
  expect(await ravis.refusedWith(helloOf('again'))).toBe('core.bad_input')
  await ravis.settle()
})
