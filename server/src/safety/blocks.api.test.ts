import { listChannels } from '@saathi/contract/chat/calls'
import * as calls from '@saathi/contract/safety/calls'
import { undoStep } from '@saathi/contract/safety/case-calls'
import { startCall } from '@saathi/contract/video/calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { playBlockRounds } from '../../test/block-rounds.ts'
import { buildChannel, openChatFor, peopleOf, storedMessages } from '../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildLead, queueOf, takeNewest } from '../../test/safety-desk.ts'

let server: TestServer
let lead: number
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 1_000 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  lead = await buildLead(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate safety_case, person_block cascade')
})

async function dial(who: number) {
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(who))
  await client.settle()
  return client
}
const block = (who: number, personId: number) => server.ask(who, calls.blockPerson, { params: { personId } })
const unblock = (who: number, personId: number) => server.ask(who, calls.unblockPerson, { params: { personId } })

test('[SAF-03] blocking one’s partner stops messages and calls both ways, pauses the pair and opens a case', async () => {
  const pair = await buildChannel(server)
  const [mentee = 0] = pair.menteeIds
  const [own, other] = [await dial(mentee), await dial(pair.mentorId)]
  expect((await block(mentee, pair.mentorId)).body).toEqual({ pausesPair: true })
  for (const client of [own, other]) {
    await client.next('reload')
    const command = { command: 'send', channel: pair.channelId, message: 'no', tempId: 'no' } as const
    expect(await client.refusedWith(command)).toBe('chat.closed')
  }
  expect(await storedMessages(server, pair.channelId)).toEqual([])
  const call = await server.ask(pair.mentorId, startCall, { body: { channel: pair.channelId } })
  expect(call.status).toBe(403)
  const { channels } = (await server.ask(pair.mentorId, listChannels, {})).body
  // The same as a blackout of the team: it does not tell who wanted it.
  expect(channels.find(({ channelId }) => channelId === pair.channelId)?.closed).toEqual({ reason: 'blackout', until: null })
  expect((await queueOf(server, lead)).cases).toMatchObject([{ source: 'block', isUrgent: false }])
  expect((await block(mentee, pair.mentorId)).body).toEqual({ pausesPair: true })
  expect((await queueOf(server, lead)).cases).toHaveLength(1)

  expect((await server.ask(mentee, calls.listBlocks, {})).body.blocks).toMatchObject([{ personId: pair.mentorId }])
  expect((await server.ask(pair.mentorId, calls.listBlocks, {})).body.blocks).toEqual([])
  expect((await unblock(mentee, pair.mentorId)).status).toBe(200)
  const refused = { command: 'send', channel: pair.channelId, message: 'paused', tempId: 'paused' } as const
  expect(await own.refusedWith(refused)).toBe('chat.closed')
  const { id, steps } = await takeNewest(server, lead)
  const params = { id, stepId: steps[0]?.id ?? 0 }
  expect((await server.ask(lead, undoStep, { params, body: { reason: 'both want to go on' } })).status).toBe(200)
  expect((await own.send(pair.channelId, 'hello again')).message).toBe('hello again')
  await Promise.all([own.close(), other.close()])
})

test('[SAF-03] in a group, neither sees what the other writes, and mentions do not arrive', async () => {
  const group = await buildChannel(server, { mentees: 2 })
  const [asha = 0, ravi = 0] = group.menteeIds
  await openChatFor(server, peopleOf(group))
  const clients = [await dial(asha), await dial(ravi), await dial(group.mentorId)] as const
  for (const client of clients) client.say({ command: 'join', channel: group.channelId })
  await Promise.all(clients.map((client) => client.settle()))
  expect((await block(asha, ravi)).body).toEqual({ pausesPair: false })
  await clients[1].send(group.channelId, `@[Asha](${asha}) hello`)
  await clients[2].send(group.channelId, 'for everybody')
  await clients[0].next('new_message', ({ message }) => message === 'for everybody')
  const texts = (at: 0 | 1 | 2) => clients[at].frames.flatMap((frame) => (frame.command === 'new_message' ? [frame.message] : []))
  expect(texts(0).filter((text) => text.includes('hello'))).toEqual([])
  clients[0].say({ command: 'fetch_messages', channel: group.channelId })
  const page = await clients[0].next('messages_payload')
  expect(page.messages.map(({ message }) => message)).toEqual(['for everybody'])
  expect((await queueOf(server, lead)).cases).toEqual([])
  await Promise.all(clients.map((client) => client.close()))
})

test('a block is for people one has met: not oneself, not the team, not strangers', async () => {
  const pair = await buildChannel(server, { withPairManager: true })
  const [mentee = 0] = pair.menteeIds
  const unknown = await block(mentee, 2_000_000_000)
  expect(unknown).toMatchObject({ status: 404, body: { code: 'safety.person_not_found' } })
  expect((await block(mentee, await server.buildPerson())).body).toEqual(unknown.body)
  expect((await unblock(mentee, pair.mentorId)).body).toEqual(unknown.body)
  expect((await block(mentee, mentee)).body.code).toBe('safety.not_oneself')
  expect((await block(mentee, pair.pairManagerId ?? 0)).body.code).toBe('safety.team_cannot_be_blocked')
})

test('[SAF-03] no message is delivered or written after the block is acknowledged, however close they are', () =>
  playBlockRounds(server, 12))
