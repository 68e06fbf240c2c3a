import { PAGE_SIZE } from '@saathi/contract/chat/socket'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { processBus } from '#core/live/bus.ts'
import { buildChannel, type BuiltChannel, plantMessages, storedMessages } from '../../../test/chat-channels.ts'
import { addressOf, type ChatSocket, openChatSocket } from '../../../test/chat-socket.ts'
import { startChatClient } from '../../../test/chat-client.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { MESSAGES_COMMITTED, serializeCommitted } from '../server-events.ts'
import { findAfter } from '../message-store.ts'
import { CATCH_UP_PAGE } from './pages.ts'
import { openChatWriter } from '../write/writer.ts'

const bus = processBus()
const gaps: (() => void)[] = []
let isConnected = true
let server: TestServer
let pair: BuiltChannel
let [asha, ravi, channel] = [0, 0, 0]
beforeAll(async () => {
  server = await startTestServer(
    { limitFactor: 20 },
    { bus: { ...bus, onGap: (handler) => void gaps.push(handler), isConnected: () => isConnected } },
  )
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  pair = await buildChannel(server)
  ;[asha = 0] = pair.menteeIds
  ravi = pair.mentorId
  channel = pair.channelId
})

async function dial(personId: number) {
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(personId))
  onTestFinished(() => client.socket.terminate())
  return client
}
const plant = (count: number) => plantMessages(server, { channelId: channel, senderId: ravi, count })
const pageOf = async (client: ChatSocket) => {
  const { messages, ...page } = await client.next('messages_payload')
  return { ...page, ids: messages.map(({ msg_id }) => msg_id) }
}

test('[CHT-06] the newest page comes first, then older ones by page number until the start', async () => {
  const ids = (await plant(2 * PAGE_SIZE + 5)).toReversed()
  const client = await dial(asha)
  client.say({ command: 'fetch_messages', channel })
  expect(await pageOf(client)).toMatchObject({ ids: ids.slice(0, PAGE_SIZE), has_next_page: true, page_number: 1 })
  client.say({ command: 'get_room_chat_messages', channel, page_number: 2 })
  expect(await pageOf(client)).toMatchObject({ ids: ids.slice(PAGE_SIZE, 2 * PAGE_SIZE), has_next_page: true, page_number: 2 })
  client.say({ command: 'get_room_chat_messages', channel, page_number: 3 })
  expect(await pageOf(client)).toMatchObject({ ids: ids.slice(2 * PAGE_SIZE), has_next_page: false, page_number: 3 })
})

test('[CHT-06] new messages between two pages neither repeat nor hide a message', async () => {
  const ids = (await plant(3 * PAGE_SIZE)).toReversed()
  const [client, other] = [await dial(asha), await dial(ravi)]
  client.say({ command: 'fetch_messages', channel })
  const seen = (await pageOf(client)).ids
  for (const page of [2, 3]) {
    for (let said = 0; said < 7; said += 1) await other.send(channel, `meanwhile ${said}`)
    client.say({ command: 'get_room_chat_messages', channel, page_number: page })
    seen.push(...(await pageOf(client)).ids)
  }
  expect(seen).toEqual(ids)
})

test('[CHT-14] a page around a message has as many before as after, and tells whether there are more', async () => {
  const ids = await plant(100)
  const client = await dial(asha)
  const at = 50
  const anchorId = ids[at] ?? 0
  client.say({ command: 'get_room_chat_messages', channel, message_id: anchorId })
  const half = PAGE_SIZE / 2
  expect(await pageOf(client)).toMatchObject({
    ids: ids.slice(at - half + 1, at + half + 1).toReversed(),
    has_next_page: true,
    has_newer: true,
    message_id: anchorId,
  })
  client.say({ command: 'get_room_chat_messages', channel, message_id: ids[5] ?? 0, direction: 'older' })
  expect(await pageOf(client)).toMatchObject({ ids: ids.slice(0, 5).toReversed(), has_next_page: false, has_newer: true })
  client.say({ command: 'get_room_chat_messages', channel, message_id: ids[95] ?? 0, direction: 'newer' })
  expect(await pageOf(client)).toMatchObject({ ids: ids.slice(96).toReversed(), has_next_page: true, has_newer: false })
})

test('[CHT-18] a returning client gets everything after the last message it knows, once', async () => {
  const ids = await plant(CATCH_UP_PAGE + 20)
  const client = await dial(asha)
  client.say({ command: 'join', channel, message_id: ids[9] ?? 0 })
  const [first, second] = [await pageOf(client), await pageOf(client)]
  expect(first).toMatchObject({ has_newer: true, message_id: ids[9] })
  expect(second).toMatchObject({ has_newer: false })
  expect([...second.ids, ...first.ids].toReversed()).toEqual(ids.slice(10))
  client.say({ command: 'join', channel, message_id: ids.at(-1) ?? 0 })
  expect(await pageOf(client)).toMatchObject({ ids: [], has_newer: false })
})

test('[CHT-18] messages sent during catch-up are received once and in order', async () => {
  const known = (await plant(300)).at(0) ?? 0
  const other = await dial(ravi)
  const client = await dial(asha)
  await client.settle()
  client.say({ command: 'join', channel, message_id: known })
  const sent = await Promise.all(Array.from({ length: 50 }, (_, at) => other.send(channel, `during ${at}`)))
  await client.settle()
  await vi.waitUntil(() => receivedIds().length >= 349, { timeout: 40_000 })
  function receivedIds(): number[] {
    return client.frames.flatMap((event) => {
      if (event.command === 'new_message') return [event.msg_id]
      return event.command === 'messages_payload' ? event.messages.map(({ msg_id }) => msg_id).toReversed() : []
    })
  }
  expect(receivedIds()).toEqual((await storedMessages(server, channel)).slice(1).map(({ id }) => id))
  expect(receivedIds()).toEqual(expect.arrayContaining(sent.map(({ msg_id }) => msg_id)))
})

test('[CHT-18] nobody misses or duplicates messages across many broken connections', async () => {
  const talking = async (personId: number) => ({ token: await server.tokenFor(personId), channels: [channel] })
  const host = () => addressOf(server.app)
  const talkers = [startChatClient(await talking(asha), host), startChatClient(await talking(ravi), host)]
  onTestFinished(() => talkers.forEach((talker) => talker.close()))
  for (let round = 1; round <= 30; round += 1) {
    for (const talker of talkers) talker.send(channel, `round ${round}`)
    talkers[round % 2]?.drop()
    await vi.waitUntil(() => talkers.every((talker) => talker.waiting() === 0), { timeout: 40_000 })
  }
  const stored = (await storedMessages(server, channel)).map(({ id }) => id)
  expect(stored).toHaveLength(60)
  for (const talker of talkers) {
    await expect.poll(() => talker.sees(channel), { timeout: 40_000 }).toEqual(stored)
    expect(talker.faults()).toEqual({ inversions: 0, strange: 0 })
  }
}, 180_000)

test('a message whose predecessor is missing on this server is delivered after it, and a late one is not repeated', async () => {
  const client = await dial(asha)
  await client.settle()
  const ids = await plant(3)
  const [first, second, third] = await findAfter(server.db, { channelId: channel, afterId: 0, limit: 3 })
  if (!first || !second || !third) throw new Error('nothing was planted')
  const readers = [asha, ravi]
  const kind = 'pair' as const
  // Published as by another server, in the wrong order.
  bus.publishToTopic(MESSAGES_COMMITTED, serializeCommitted('another', [{ row: third, kind, previousId: second.id, readers }]))
  bus.publishToTopic(MESSAGES_COMMITTED, serializeCommitted('another', [{ row: first, kind, previousId: 0, readers }]))
  for (const id of ids) expect((await client.next('new_message')).msg_id).toBe(id)
  await client.settle()
  expect(client.frames).toEqual([])
})

test('messages from before the connection that other servers publish late are not delivered, but sent on catch-up', async () => {
  const ids = await plant(3)
  const [first, second, third] = await findAfter(server.db, { channelId: channel, afterId: 0, limit: 3 })
  if (!first || !second || !third) throw new Error('nothing was planted')
  const client = await dial(asha)
  await client.settle()
  const [readers, kind] = [[asha, ravi], 'pair' as const]
  // Two other servers publish their messages late.
  bus.publishToTopic(MESSAGES_COMMITTED, serializeCommitted('another', [{ row: third, kind, previousId: second.id, readers }]))
  bus.publishToTopic(MESSAGES_COMMITTED, serializeCommitted('a third', [{ row: first, kind, previousId: 0, readers }]))
  await client.settle()
  expect(client.frames).toEqual([])
  client.say({ command: 'join', channel, message_id: 0 })
  const { messages } = await client.next('messages_payload')
  expect(messages.map((message) => message.msg_id)).toEqual(ids.toReversed())
})

test('[CHT-18] a message that was committed but never published is delivered to all when it is sent again', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  await Promise.all([ashas.settle(), ravis.settle()])
  const silent = openChatWriter({ ...server.app.world, publishToTopic: () => {} }, pino({ level: 'silent' }))
  const request = { channelId: channel, senderId: asha, tempId: 'again', text: 'Not lost', by: 'member' } as const
  const result = await silent.send(request)
  if (!('row' in result)) throw new Error('not written')
  await Promise.all([ashas.settle(), ravis.settle()])
  expect([...ashas.frames, ...ravis.frames]).toEqual([])
  expect(await ashas.send(channel, 'Not lost', 'again')).toMatchObject({ msg_id: result.row.id })
  expect(await ravis.next('new_message')).toMatchObject({ msg_id: result.row.id, message: 'Not lost', temp_id: null })
  await ashas.send(channel, 'Not lost', 'again')
  await ravis.settle()
  expect(ravis.frames).toEqual([])
})

test('a page that is not the next one is found by its number, and pages beyond the last are empty', async () => {
  const ids = (await plant(4 * PAGE_SIZE)).toReversed()
  const client = await dial(asha)
  client.say({ command: 'get_room_chat_messages', channel, page_number: 3 })
  expect(await pageOf(client)).toMatchObject({ ids: ids.slice(2 * PAGE_SIZE, 3 * PAGE_SIZE), has_next_page: true })
  client.say({ command: 'get_room_chat_messages', channel, page_number: 9 })
  expect(await pageOf(client)).toMatchObject({ ids: [], has_next_page: false })
  expect(await client.refusedWith({ command: 'get_room_chat_messages', channel, page_number: 1_001 })).toBe('core.bad_input')
})

test('[CHT-16] a member removed by a server that could not publish it reads nothing more', async () => {
  const client = await dial(asha)
  client.say({ command: 'fetch_messages', channel })
  await pageOf(client)
  await server.db.updateTable('chat_member').set({ is_active: false }).where('person_id', '=', asha).execute()
  const refusal = () => client.frames.find(({ command }) => command === 'error')
  const fetchAgain = () => (client.say({ command: 'fetch_messages', channel }), refusal())
  await vi.waitUntil(fetchAgain, { timeout: 40_000, interval: 200 })
  expect(refusal()).toMatchObject({ code: 'chat.inactive', channel_id: channel })
})

test('a sign-in that ended on another server while the bus was down is noticed', async () => {
  const client = await dial(asha)
  await client.settle()
  const over = { ended_at: server.clock.now(), end_reason: 'ended_elsewhere' }
  await server.db.updateTable('sign_in').set(over).where('person_id', '=', asha).execute()
  isConnected = false
  onTestFinished(() => void (isConnected = true))
  expect(await client.closed).toBe(4001)
}, 180_000)

test('[CHT-18] after a gap on the bus, clients reload and signed-out people are disconnected', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  await Promise.all([ashas.settle(), ravis.settle()])
  const over = { ended_at: server.clock.now(), end_reason: 'ended_elsewhere' }
  await server.db.updateTable('sign_in').set(over).where('person_id', '=', asha).execute()
  for (const notify of gaps) notify()
  expect(await ravis.next('reload')).toEqual({ command: 'reload' })
  expect(await ashas.closed).toBe(4001)
  await ravis.send(channel, 'Still here')
})
