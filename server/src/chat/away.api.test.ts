import { chooseNotices, listNotices } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { moveTo } from '../../test/away.ts'
import { buildChannel } from '../../test/chat-channels.ts'
import { addressOf, dialChat } from '../../test/chat-line.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

const soon = { timeout: 40_000, interval: 50 }
let server: TestServer
let [asha, ravi, channel] = [0, 0, 0]
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())
beforeEach(async () => {
  const pair = await buildChannel(server)
  ;[asha = 0] = pair.menteeIds
  ravi = pair.mentorId
  channel = pair.channelId
})

async function dial(personId: number, channelId = channel) {
  const line = await dialChat(addressOf(server.app), await server.tokenFor(personId))
  onTestFinished(() => line.socket.terminate())
  line.say({ command: 'join', channel: channelId })
  await line.settle()
  return line
}
const later = (seconds: number) => moveTo(server, new Date(server.clock.now().getTime() + seconds * 1000))
const told = async (personId: number) =>
  (await server.ask(personId, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === 'chat')
/** Said, and asked for that whoever is away be told of it. */
async function say(line: Awaited<ReturnType<typeof dial>>, words: string, channelId = channel) {
  await line.send(channelId, words)
  const waiting = () => server.pool.query(`select id from jobs.job where name = 'chat.tell_away' and state < 'active'`)
  await expect.poll(async () => (await waiting()).rowCount, soon).toBe(1)
}
/** Everything that was due has been done. */
async function settled() {
  await expect
    .poll(async () => {
      const { rows } = await server.pool.query(
        `select id from jobs.job where name = 'chat.tell_away' and state < 'completed' and start_after <= jobs.job_now()`,
      )
      return rows
    }, soon)
    .toEqual([])
}

test('[PLT-02] who is away is told that something waits, and neither from whom nor what', async () => {
  const line = await dial(asha)
  await say(line, 'A secret of mine')
  await later(40)
  await expect.poll(() => told(ravi), soon).toHaveLength(1)
  const [notice] = await told(ravi)
  expect(notice).toMatchObject({ title: 'New messages for you', link: `/chat/messenger?channel=${channel}`, isRead: false })
  expect(JSON.stringify(notice)).not.toMatch(/secret|Person/)
  expect(await told(asha)).toEqual([])
})

test('[PLT-02] is told once of a conversation, however much is said, until they have looked', async () => {
  const line = await dial(asha)
  for (let n = 0; n < 5; n += 1) {
    await say(line, `Message ${n}`)
    await later(40)
    await settled()
  }
  await expect.poll(() => told(ravi), soon).toHaveLength(1)

  const ravis = await dial(ravi)
  ravis.say({ command: 'message_seen', channel })
  await expect.poll(async () => (await told(ravi)).map(({ isRead }) => isRead), soon).toEqual([true])
  await say(line, 'And one more')
  await later(40)
  await expect.poll(() => told(ravi), soon).toHaveLength(2)
})

test('[PLT-02] a mention is announced once, in place of the notice of waiting messages', async () => {
  const of = async (kind: string) =>
    (await server.ask(ravi, listNotices, { query: {} })).body.notices.filter((notice) => notice.kind === kind)
  const line = await dial(asha)
  await say(line, `@[Ravi](${ravi}) are you there?`)
  await later(40)
  await expect.poll(() => of('mentions'), soon).toHaveLength(1)
  expect(await of('mentions')).toMatchObject([
    { title: 'You were mentioned in the chat', link: `/chat/messenger?channel=${channel}`, isRead: false },
  ])
  expect(JSON.stringify(await of('mentions'))).not.toMatch(/are you there/)
  expect(await of('chat')).toEqual([])
  await say(line, `@[Ravi](${ravi}) hello?`)
  await later(40)
  await settled()
  expect(await of('mentions')).toHaveLength(1)
  const ravis = await dial(ravi)
  ravis.say({ command: 'message_seen', channel })
  await expect.poll(async () => (await of('mentions')).map(({ isRead }) => isRead), soon).toEqual([true])
})

test('[PLT-02] a mention is announced although messages wait, and as a message to people who switched mentions off', async () => {
  const line = await dial(asha)
  await say(line, 'First of all')
  await later(40)
  await expect.poll(() => told(ravi), soon).toHaveLength(1)
  await say(line, `@[Ravi](${ravi}) please look`)
  await later(40)
  const mentions = async (who: number) =>
    (await server.ask(who, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === 'mentions')
  await expect.poll(() => mentions(ravi), soon).toHaveLength(1)

  await server.ask(asha, chooseNotices, { body: { kind: 'mentions', inApp: false, email: false, push: false } })
  const ravis = await dial(ravi)
  await say(ravis, `@[Asha](${asha}) I am here`)
  await later(40)
  await expect.poll(() => told(asha), soon).toHaveLength(1)
  expect(await mentions(asha)).toEqual([])
})

test('who has it before their eyes is not told', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  await say(ashas, 'Are you there?')
  await ravis.next('new_message')
  ravis.say({ command: 'message_seen', channel })
  await ashas.next('update_last_viewed_timestamp')
  await later(40)
  await settled()
  expect(await told(ravi)).toEqual([])
})

test('nobody is told of what is closed to them, nor of what is old', async () => {
  const line = await dial(asha)
  await server.db.updateTable('experience').set({ mentorship_chat: 'off' }).where('person_id', '=', ravi).execute()
  await say(line, 'Hello')
  await later(40)
  await settled()
  await server.db.updateTable('experience').set({ mentorship_chat: 'use' }).where('person_id', '=', ravi).execute()
  expect(await told(ravi)).toEqual([])

  const old = await buildChannel(server)
  const [mentee = 0] = old.menteeIds
  await say(await dial(mentee, old.channelId), 'Long ago', old.channelId)
  await later(7200)
  await settled()
  const fresh = await buildChannel(server)
  const [other = 0] = fresh.menteeIds
  await say(await dial(other, fresh.channelId), 'Hello again', fresh.channelId)
  await later(40)
  await expect.poll(() => told(fresh.mentorId), soon).toHaveLength(1)
  expect(await told(old.mentorId)).toEqual([])
})

test('is told also where the queue’s clock is some seconds before ours', async () => {
  // Said at the very beginning of a stretch, so that it is asked for exactly fifteen seconds later.
  const boundary = (Math.ceil(server.clock.now().getTime() / 15_000) + 1) * 15_000
  const line = await dial(asha)
  await moveTo(server, new Date(boundary - 100))
  await say(line, 'Hello')
  await server.pool.query(
    `update jobs.job set start_after = start_after - interval '3 seconds' where name = 'chat.tell_away' and state = 'created'`,
  )
  const { createdAt } = await server.db
    .selectFrom('chat_message')
    .select('created_at as createdAt')
    .where('channel_id', '=', channel)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await moveTo(server, new Date(createdAt.getTime() + 13_000))
  await settled()
  await later(40)
  await expect.poll(() => told(ravi), soon).toHaveLength(1)
})
