import { blockPerson, unblockPerson } from '@saathi/contract/safety/calls'
import { listRooms } from '@saathi/contract/video/calls'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, testEnv, type TestServer } from '../../../test/harness.ts'
import { buildCall, joinCall } from '../../../test/video-caller.ts'
import { participantsIn } from '../../../test/video-rooms.ts'

let server: TestServer
beforeAll(async () => {
  // Without the heartbeat: these effects must be immediate.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  server = await startTestServer({ limitFactor: 20 })
  vi.useRealTimers()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(() => server.pool.query('truncate safety_case, person_block cascade'))

const block = async (who: number, personId: number) =>
  expect((await server.ask(who, blockPerson, { params: { personId } })).status).toBe(200)

test('[SAF-03] a block ends a call of two that is under way', async () => {
  const { menteeId: asha, mentorId: ravi, room } = await buildCall(server)
  const clients = [await joinCall(server, ravi, room), await joinCall(server, asha, room)]
  await block(asha, ravi)
  for (const client of clients) expect(await client.next('goodbye')).toMatchObject({ reason: 'removed' })
  // The sockets are closed first, because that needs no database.
  const reasons = async () => (await participantsIn(server, room)).map(({ leftReason }) => leftReason)
  await expect.poll(reasons).toEqual(['removed', 'removed'])
})

/** A mentor and two mentees, of whom one has had enough of the other. */
async function buildGroup(at = server) {
  const { menteeIds, mentorId, room } = await buildCall(at, { mentees: 2 })
  const [asha = 0, imran = 0] = menteeIds
  return { asha, imran, mentorId, room }
}

test('[SAF-03] in a group call under way, both disappear for each other at once, and the others notice nothing', async () => {
  const { asha, imran, mentorId, room } = await buildGroup()
  const mentors = await joinCall(server, mentorId, room)
  const [ashas, imrans] = [await joinCall(server, asha, room), await joinCall(server, imran, room)]
  const everybody = [mentors, ashas, imrans].map(({ peerId }) => peerId)
  for (const client of [mentors, ashas, imrans]) await client.seesOnly(...everybody)
  await block(asha, imran)
  await ashas.seesOnly(mentors.peerId, ashas.peerId)
  await imrans.seesOnly(mentors.peerId, imrans.peerId)
  const offer = { type: 'signal', data: { description: { type: 'offer', sdp: 'v=0' } } } as const
  expect(await imrans.refusedWith({ ...offer, to: ashas.peerId })).toBe('video.not_here')
  expect(await ashas.refusedWith({ ...offer, to: imrans.peerId })).toBe('video.not_here')
  imrans.say({ type: 'caption', text: 'Can you hear me', isFinal: false, language: 'en-IN' })
  await mentors.next('caption', ({ text }) => text === 'Can you hear me')
  await ashas.settle()
  expect(ashas.frames.filter(({ type }) => type === 'caption')).toEqual([])
  await mentors.settle()
  expect(mentors.frames.filter(({ type }) => type === 'people' || type === 'goodbye')).toEqual([])

  await server.ask(asha, unblockPerson, { params: { personId: imran } })
  await ashas.seesOnly(...everybody)
  await imrans.seesOnly(...everybody)
})

test('[SAF-03] a person who joins a group call later does not meet the person they blocked', async () => {
  const { asha, imran, mentorId, room } = await buildGroup()
  await block(asha, imran)
  const imrans = await joinCall(server, imran, room)
  const [shown] = (await server.ask(asha, listRooms, {})).body.rooms
  expect(shown?.people ?? []).toEqual([])
  const ashas = await joinCall(server, asha, room)
  const mentors = await joinCall(server, mentorId, room)
  await ashas.seesOnly(ashas.peerId, mentors.peerId)
  await imrans.seesOnly(imrans.peerId, mentors.peerId)
  await mentors.seesOnly(imrans.peerId, ashas.peerId, mentors.peerId)
})

test('[SAF-03] an engine that mixes all sound cannot hide anybody: the blocked person leaves the call and cannot return', async () => {
  const jitsi = { origin: 'https://meet.example', domain: 'meet.example', appId: 'saathi', secret: 'known to Jitsi and us only' }
  const mixed = await startTestServer({ limitFactor: 20, video: { ...testEnv.video, jitsi } })
  onTestFinished(() => mixed.stop())
  await mixed.app.listen({ port: 0, host: '127.0.0.1' })
  const { asha, imran, mentorId, room } = await buildGroup(mixed)
  const [mentors, ashas] = [await joinCall(mixed, mentorId, room), await joinCall(mixed, asha, room)]
  const imrans = await joinCall(mixed, imran, room)
  expect((await mixed.ask(asha, blockPerson, { params: { personId: imran } })).status).toBe(200)
  expect(await imrans.next('goodbye')).toMatchObject({ reason: 'removed' })
  await mentors.seesOnly(mentors.peerId, ashas.peerId)
  const again = await joinCall(mixed, imran, room)
  expect(await again.next('goodbye')).toMatchObject({ reason: 'removed' })
  await ashas.settle()
  expect(ashas.frames.filter(({ type }) => type === 'goodbye')).toEqual([])
})
