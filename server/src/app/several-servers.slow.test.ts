import { compileWire } from '@saathi/contract/core/wire'
import { listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import { LiveEvent } from '@saathi/contract/live'
import { giveConsent } from '@saathi/contract/video/calls'
import type { VideoCommand } from '@saathi/contract/video/socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { plantChatGroups } from '../../test/chat-people.ts'
import { keepSending, startChatClient } from '../../test/chat-client.ts'
import { testEnv } from '../../test/harness.ts'
import { buildSession } from '../../test/hub-sessions.ts'
import { type SeveralServers, startSeveralServers } from '../../test/several-servers.ts'
import { buildCall, enterCall, tokenForCall } from '../../test/video-caller.ts'
import { participantsIn } from '../../test/video-rooms.ts'

const { fromWire } = compileWire(listSessions.reply)
// Each test kills servers, so each has its own.
let several: SeveralServers
beforeEach(async () => {
  several = await startSeveralServers(3)
})
afterEach(() => several.stop())

/** A minimal client: it applies events, and refetches when its socket is ready. */
async function openBrowser(personId: number) {
  const token = await several.builder.tokenFor(personId)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let bookmarked = new Set<number>()
  let isOpen = true
  let readies = 0
  let socket: WebSocket

  const ask = async (
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<unknown> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await fetch(`http://${several.balancer.host}${path}`, {
          ...init,
          headers: { ...headers, ...init.headers },
        })
        if (response.ok) return await response.json()
        throw new Error(`answered ${response.status}`)
      } catch (error) {
        if (attempt === 20) throw error
      }
    }
  }
  async function refetch() {
    const reply = listSessions.reply.parse(fromWire(await ask(`${listSessions.path}?bookmark`), 'refuse'))
    bookmarked = new Set(reply.sessions.map(({ id }) => id))
  }
  function open() {
    socket = new WebSocket(`ws://${several.balancer.host}/ws/live/`)
    socket.on('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: token })))
    socket.on('message', (data) => {
      const event = LiveEvent.parse(JSON.parse(data.toString()))
      if (event.type === 'core.ready') void refetch().then(() => (readies += 1))
      if (event.type !== 'learning.bookmark_changed') return
      if (event.isBookmarked) bookmarked.add(event.session)
      else bookmarked.delete(event.session)
    })
    socket.on('error', () => {})
    socket.on('close', () => isOpen && open())
  }
  open()
  await vi.waitUntil(() => readies > 0, { timeout: 40_000 })
  return {
    toggle: (session: number) =>
      ask(toggleBookmark.path, {
        method: 'POST',
        body: JSON.stringify({ session }),
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    sees: () => [...bookmarked].toSorted((a, b) => a - b),
    close() {
      isOpen = false
      socket.close()
    },
  }
}

test('live events: with three servers behind one address, one of them killed, every browser ends up with the true state', async () => {
  const sessions = await Promise.all(Array.from({ length: 4 }, () => buildSession(several.builder).then(({ id }) => id)))
  const people = await Promise.all(Array.from({ length: 6 }, () => several.builder.buildPerson()))
  const pairs = await Promise.all(people.map(async (id) => ({ id, tabs: await Promise.all([openBrowser(id), openBrowser(id)]) })))

  const toggleAll = (round: number) =>
    Promise.all(pairs.map(async ({ tabs }, at) => tabs[round % 2]?.toggle(sessions[(at + round) % sessions.length] ?? 0)))
  await toggleAll(0)
  const going = (async () => {
    for (let round = 1; round <= 8; round += 1) await toggleAll(round)
  })()
  await several.kill(0)
  await going

  for (const { id, tabs } of pairs) {
    const rows = await several.builder.db
      .selectFrom('bookmark')
      .select('session_id')
      .where('person_id', '=', id)
      .orderBy('session_id')
      .execute()
    const truth = rows.map(({ session_id }) => session_id)
    for (const tab of tabs) {
      await vi.waitUntil(() => JSON.stringify(tab.sees()) === JSON.stringify(truth), { timeout: 40_000 }).catch(() => null)
      expect(tab.sees()).toEqual(truth)
      tab.close()
    }
  }
}, 180_000)

test('chat: with three servers behind one address, one of them killed, nobody misses a message or gets it twice', async () => {
  const talking = await plantChatGroups(several.builder.db, { groups: 4, size: 3, secret: testEnv.secret })
  const talkers = talking.map((each) => ({ ...each, talker: startChatClient(each, () => several.balancer.host) }))
  const stopTalking = keepSending(talkers, 100)
  const acknowledged = () => talkers.reduce((sum, { talker }) => sum + talker.acknowledged.size, 0)
  await vi.waitUntil(() => acknowledged() >= 200, { timeout: 40_000 })
  await several.kill(0)
  await vi.waitUntil(() => acknowledged() >= 600, { timeout: 40_000 })
  // Also breaks some connections on their own.
  for (const { talker } of talkers.slice(0, 4)) talker.drop()
  await vi.waitUntil(() => acknowledged() >= 800, { timeout: 40_000 })
  const sentCount = stopTalking()
  await vi.waitUntil(() => talkers.every(({ talker }) => talker.waiting() === 0), { timeout: 40_000 })

  const channels = new Set(talking.flatMap((each) => each.channels))
  let stored = 0
  for (const channel of channels) {
    const rows = await several.builder.db
      .selectFrom('chat_message')
      .select('id')
      .where('channel_id', '=', channel)
      .orderBy('id')
      .execute()
    const truth = rows.map(({ id }) => id)
    stored += truth.length
    for (const { talker } of talkers.filter((each) => each.channels.includes(channel))) {
      await vi.waitUntil(() => talker.sees(channel).length === truth.length, { timeout: 40_000 }).catch(() => null)
      expect(talker.sees(channel)).toEqual(truth)
    }
  }
  expect(stored).toBe(sentCount)
  for (const { talker } of talkers) {
    expect(talker.faults()).toEqual({ inversions: 0, strange: 0 })
    talker.close()
  }
}, 120_000)

const offer = (to: string): VideoCommand => ({ type: 'signal', to, data: { description: { type: 'offer', sdp: 'v=0' } } })

/** Each person is on another server. */
async function threeIn() {
  const call = await buildCall(several.builder, { mentees: 2 })
  const [first = 0, second = 0] = call.menteeIds
  const enter = async (at: number, personId: number, resume: string | null = null) =>
    enterCall(several.hostOf(at), await tokenForCall(several.builder, personId, call.room), { resume, canRecord: true })
  const meera = await enter(0, call.mentorId)
  const arjun = await enter(1, first)
  const divya = await enter(2, second)
  const all = [meera, arjun, divya]
  for (const caller of all) await caller.seesOnly(...all.map(({ peerId }) => peerId))
  return { call, first, second, enter, meera, arjun, divya, all }
}

test('[VID-04] three people on three servers are in one call: each sees and reaches all others', async () => {
  const { all, meera, arjun, divya, call } = await threeIn()
  for (const from of all) {
    for (const to of all) {
      if (from === to) continue
      from.say(offer(to.peerId))
      expect(await to.next('signal')).toMatchObject({ from: from.peerId })
    }
  }
  meera.say({ type: 'caption', text: 'Namaste', isFinal: true, language: 'en' })
  for (const caller of [arjun, divya]) expect(await caller.next('caption')).toMatchObject({ from: meera.peerId, text: 'Namaste' })
  for (const personId of [call.mentorId, ...call.menteeIds]) {
    await several.builder.ask(personId, giveConsent, { params: { id: call.room }, body: { consent: true } })
  }
  for (const caller of all) await caller.next('recording', ({ recording }) => recording.state === 'running')
  await several.builder.ask(call.menteeId, giveConsent, { params: { id: call.room }, body: { consent: false } })
  for (const caller of all) await caller.next('recording', ({ recording }) => recording.state === 'waiting')
}, 180_000)

test('[VID-05] a person who comes back on another server is reached there, even while the old socket seems open', async () => {
  const { first, enter, meera, arjun } = await threeIn()
  const again = await enter(0, first, arjun.peerId)
  expect(again).toMatchObject({ peerId: arjun.peerId, isResumed: true })
  expect(await arjun.closed).toBe(4004)
  meera.say(offer(again.peerId))
  expect(await again.next('signal')).toMatchObject({ from: meera.peerId })
}, 180_000)

test('[VID-05] after a server is killed, its people come back on another, and those who do not are marked as lost', async () => {
  const { call, second, enter, meera, arjun, divya } = await threeIn()
  await several.kill(2)
  const again = await enter(1, second, divya.peerId)
  expect(again).toMatchObject({ peerId: divya.peerId, isResumed: true })
  again.say(offer(meera.peerId))
  expect(await meera.next('signal')).toMatchObject({ from: divya.peerId })

  await several.kill(1)
  // As if twenty seconds had passed without a heartbeat.
  await several.builder.db
    .updateTable('video_participant')
    .set({ seen_at: new Date(several.builder.clock.now().getTime() - 21_000) })
    .where('id', 'in', [arjun.peerId, divya.peerId])
    .execute()
  await meera.seesOnly(meera.peerId)
  expect((await participantsIn(several.builder, call.room)).map(({ leftReason }) => leftReason)).toEqual([null, 'lost', 'lost'])
}, 180_000)
