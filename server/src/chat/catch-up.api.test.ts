import { PAGE_SIZE } from '@saathi/contract/chat/socket'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { processBus } from '#core/bus.ts'
import { buildChannel, type BuiltChannel, plantMessages, storedIn } from '../../test/chat-channels.ts'
import { addressOf, type ChatDial, dialChat } from '../../test/chat-line.ts'
import { startTalker } from '../../test/chat-talker.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { SAID, writeSaid } from './hub-notes.ts'
import { findAfter } from './message-store.ts'
import { CATCH_UP_PAGE } from './line-pages.ts'
import { openChatWriter } from './writer.ts'

const bus = processBus()
const gaps: (() => void)[] = []
let isWhole = true
let server: TestServer
let pair: BuiltChannel
let [asha, ravi, channel] = [0, 0, 0]
beforeAll(async () => {
  server = await startTestServer(
    { limitFactor: 20 },
    { bus: { ...bus, onGap: (handler) => void gaps.push(handler), isWhole: () => isWhole } },
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
  const line = await dialChat(addressOf(server.app), await server.tokenFor(personId))
  onTestFinished(() => line.socket.terminate())
  return line
}
const plant = (count: number) => plantMessages(server, { channelId: channel, senderId: ravi, count })
const pageOf = async (line: ChatDial) => {
  const { messages, ...page } = await line.next('messages_payload')
  return { ...page, ids: messages.map(({ msg_id }) => msg_id) }
}

test('[CHT-06] the newest page comes first, older ones by their number, until the beginning', async () => {
  const ids = (await plant(2 * PAGE_SIZE + 5)).toReversed()
  const line = await dial(asha)
  line.say({ command: 'fetch_messages', channel })
  expect(await pageOf(line)).toMatchObject({ ids: ids.slice(0, PAGE_SIZE), has_next_page: true, page_number: 1 })
  line.say({ command: 'get_room_chat_messages', channel, page_number: 2 })
  expect(await pageOf(line)).toMatchObject({ ids: ids.slice(PAGE_SIZE, 2 * PAGE_SIZE), has_next_page: true, page_number: 2 })
  line.say({ command: 'get_room_chat_messages', channel, page_number: 3 })
  expect(await pageOf(line)).toMatchObject({ ids: ids.slice(2 * PAGE_SIZE), has_next_page: false, page_number: 3 })
})

test('[CHT-06] what is said while pages are turned neither repeats nor hides a message', async () => {
  const ids = (await plant(3 * PAGE_SIZE)).toReversed()
  const [line, other] = [await dial(asha), await dial(ravi)]
  line.say({ command: 'fetch_messages', channel })
  const seen = (await pageOf(line)).ids
  for (const page of [2, 3]) {
    for (let said = 0; said < 7; said += 1) await other.send(channel, `meanwhile ${said}`)
    line.say({ command: 'get_room_chat_messages', channel, page_number: page })
    seen.push(...(await pageOf(line)).ids)
  }
  expect(seen).toEqual(ids)
})

test('[CHT-14] around a message there is as much before as after, and more either way', async () => {
  const ids = await plant(100)
  const line = await dial(asha)
  const at = 50
  const about = ids[at] ?? 0
  line.say({ command: 'get_room_chat_messages', channel, message_id: about })
  const half = PAGE_SIZE / 2
  expect(await pageOf(line)).toMatchObject({
    ids: ids.slice(at - half + 1, at + half + 1).toReversed(),
    has_next_page: true,
    has_newer: true,
    message_id: about,
  })
  line.say({ command: 'get_room_chat_messages', channel, message_id: ids[5] ?? 0, direction: 'older' })
  expect(await pageOf(line)).toMatchObject({ ids: ids.slice(0, 5).toReversed(), has_next_page: false, has_newer: true })
  line.say({ command: 'get_room_chat_messages', channel, message_id: ids[95] ?? 0, direction: 'newer' })
  expect(await pageOf(line)).toMatchObject({ ids: ids.slice(96).toReversed(), has_next_page: true, has_newer: false })
})

test('[CHT-18] who was away gets everything after the last one they know, once', async () => {
  const ids = await plant(CATCH_UP_PAGE + 20)
  const line = await dial(asha)
  line.say({ command: 'join', channel, message_id: ids[9] ?? 0 })
  const [first, second] = [await pageOf(line), await pageOf(line)]
  expect(first).toMatchObject({ has_newer: true, message_id: ids[9] })
  expect(second).toMatchObject({ has_newer: false })
  expect([...second.ids, ...first.ids].toReversed()).toEqual(ids.slice(10))
  line.say({ command: 'join', channel, message_id: ids.at(-1) ?? 0 })
  expect(await pageOf(line)).toMatchObject({ ids: [], has_newer: false })
})

test('[CHT-18] messages that come while somebody catches up are each heard once, and after those before them', async () => {
  const known = (await plant(300)).at(0) ?? 0
  const other = await dial(ravi)
  const line = await dial(asha)
  await line.settle()
  line.say({ command: 'join', channel, message_id: known })
  const sent = await Promise.all(Array.from({ length: 50 }, (_, at) => other.send(channel, `during ${at}`)))
  await line.settle()
  await vi.waitUntil(() => heard().length >= 349, { timeout: 40_000 })
  function heard(): number[] {
    return line.frames.flatMap((event) => {
      if (event.command === 'new_message') return [event.msg_id]
      return event.command === 'messages_payload' ? event.messages.map(({ msg_id }) => msg_id).toReversed() : []
    })
  }
  expect(heard()).toEqual((await storedIn(server, channel)).slice(1).map(({ id }) => id))
  expect(heard()).toEqual(expect.arrayContaining(sent.map(({ msg_id }) => msg_id)))
})

test('[CHT-18] through many broken lines nobody misses or doubles anything', async () => {
  const talking = async (personId: number) => ({ token: await server.tokenFor(personId), channels: [channel] })
  const host = () => addressOf(server.app)
  const talkers = [startTalker(await talking(asha), host), startTalker(await talking(ravi), host)]
  onTestFinished(() => talkers.forEach((talker) => talker.close()))
  for (let round = 1; round <= 30; round += 1) {
    for (const talker of talkers) talker.send(channel, `round ${round}`)
    talkers[round % 2]?.drop()
    await vi.waitUntil(() => talkers.every((talker) => talker.waiting() === 0), { timeout: 40_000 })
  }
  const stored = (await storedIn(server, channel)).map(({ id }) => id)
  expect(stored).toHaveLength(60)
  for (const talker of talkers) {
    await expect.poll(() => talker.sees(channel), { timeout: 40_000 }).toEqual(stored)
    expect(talker.faults()).toEqual({ inversions: 0, strange: 0 })
  }
}, 180_000)

test('a message whose predecessor this server has not heard of is told after it, and a late one not again', async () => {
  const line = await dial(asha)
  await line.settle()
  const ids = await plant(3)
  const [first, second, third] = await findAfter(server.db, { channelId: channel, afterId: 0, limit: 3 })
  if (!first || !second || !third) throw new Error('nothing was planted')
  const readers = [asha, ravi]
  const kind = 'pair' as const
  // As another server would tell it, in the wrong order.
  bus.tell(SAID, writeSaid('another', [{ row: third, kind, previousId: second.id, readers }]))
  bus.tell(SAID, writeSaid('another', [{ row: first, kind, previousId: 0, readers }]))
  for (const id of ids) expect((await line.next('new_message')).msg_id).toBe(id)
  await line.settle()
  expect(line.frames).toEqual([])
})

test('what was said before the line was there is not told in the wrong order by those who took it: it is caught up with', async () => {
  const ids = await plant(3)
  const [first, second, third] = await findAfter(server.db, { channelId: channel, afterId: 0, limit: 3 })
  if (!first || !second || !third) throw new Error('nothing was planted')
  const line = await dial(asha)
  await line.settle()
  const [readers, kind] = [[asha, ravi], 'pair' as const]
  // Two other servers are slow to tell of what they have taken.
  bus.tell(SAID, writeSaid('another', [{ row: third, kind, previousId: second.id, readers }]))
  bus.tell(SAID, writeSaid('a third', [{ row: first, kind, previousId: 0, readers }]))
  await line.settle()
  expect(line.frames).toEqual([])
  line.say({ command: 'join', channel, message_id: 0 })
  const { messages } = await line.next('messages_payload')
  expect(messages.map((message) => message.msg_id)).toEqual(ids.toReversed())
})

test('[CHT-18] a message that was committed and told to nobody is told to all when it is sent again', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  await Promise.all([ashas.settle(), ravis.settle()])
  const silent = openChatWriter({ ...server.app.world, tell: () => {} }, pino({ level: 'silent' }))
  const order = { channelId: channel, senderId: asha, tempId: 'again', text: 'Not lost', by: 'member' } as const
  const outcome = await silent.send(order)
  if (!('row' in outcome)) throw outcome.refusal
  await Promise.all([ashas.settle(), ravis.settle()])
  expect([...ashas.frames, ...ravis.frames]).toEqual([])
  expect(await ashas.send(channel, 'Not lost', 'again')).toMatchObject({ msg_id: outcome.row.id })
  expect(await ravis.next('new_message')).toMatchObject({ msg_id: outcome.row.id, message: 'Not lost', temp_id: null })
  await ashas.send(channel, 'Not lost', 'again')
  await ravis.settle()
  expect(ravis.frames).toEqual([])
})

test('a page that is not the next one is found by its number, and beyond the first there is none', async () => {
  const ids = (await plant(4 * PAGE_SIZE)).toReversed()
  const line = await dial(asha)
  line.say({ command: 'get_room_chat_messages', channel, page_number: 3 })
  expect(await pageOf(line)).toMatchObject({ ids: ids.slice(2 * PAGE_SIZE, 3 * PAGE_SIZE), has_next_page: true })
  line.say({ command: 'get_room_chat_messages', channel, page_number: 9 })
  expect(await pageOf(line)).toMatchObject({ ids: [], has_next_page: false })
  expect(await line.refusedWith({ command: 'get_room_chat_messages', channel, page_number: 1_001 })).toBe('core.bad_input')
})

test('[CHT-16] who was taken out by a server that could tell nobody reads nothing more', async () => {
  const line = await dial(asha)
  line.say({ command: 'fetch_messages', channel })
  await pageOf(line)
  await server.db.updateTable('chat_member').set({ is_active: false }).where('person_id', '=', asha).execute()
  const refusal = () => line.frames.find(({ command }) => command === 'error')
  const askOnceMore = () => (line.say({ command: 'fetch_messages', channel }), refusal())
  await vi.waitUntil(askOnceMore, { timeout: 40_000, interval: 200 })
  expect(refusal()).toMatchObject({ code: 'chat.inactive', channel_id: channel })
})

test('a sign-in that ended elsewhere while nothing could be told is felt all the same', async () => {
  const line = await dial(asha)
  await line.settle()
  const over = { ended_at: server.clock.now(), end_reason: 'ended_elsewhere' }
  await server.db.updateTable('sign_in').set(over).where('person_id', '=', asha).execute()
  isWhole = false
  onTestFinished(() => void (isWhole = true))
  expect(await line.closed).toBe(4001)
}, 180_000)

test('[CHT-18] when the bus may have lost something everybody reads again, and who is signed out is shown out', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  await Promise.all([ashas.settle(), ravis.settle()])
  const over = { ended_at: server.clock.now(), end_reason: 'ended_elsewhere' }
  await server.db.updateTable('sign_in').set(over).where('person_id', '=', asha).execute()
  for (const tell of gaps) tell()
  expect(await ravis.next('reload')).toEqual({ command: 'reload' })
  expect(await ashas.closed).toBe(4001)
  await ravis.send(channel, 'Still here')
})
