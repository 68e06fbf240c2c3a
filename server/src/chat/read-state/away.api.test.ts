import { chooseNotices, listNotices } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { setServerClock } from '../../../test/server-clock.ts'
import { buildChannel } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

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
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(personId))
  onTestFinished(() => client.socket.terminate())
  client.say({ command: 'join', channel: channelId })
  await client.settle()
  return client
}
const later = (seconds: number) => setServerClock(server, new Date(server.clock.now().getTime() + seconds * 1000))
const noticesOf = async (personId: number) =>
  (await server.ask(personId, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === 'chat')
/** Sends, and waits until the notification job is enqueued. */
async function sendAndWait(client: Awaited<ReturnType<typeof dial>>, words: string, channelId = channel) {
  await client.send(channelId, words)
  const jobs = () => server.pool.query(`select id from jobs.job where name = 'chat.tell_away' and state < 'active'`)
  await expect.poll(async () => (await jobs()).rowCount, soon).toBe(1)
}
/** Waits until all due jobs have run. */
async function waitForJobs() {
  await expect
    .poll(async () => {
      const { rows } = await server.pool.query(
        `select id from jobs.job where name = 'chat.tell_away' and state < 'completed' and start_after <= jobs.job_now()`,
      )
      return rows
    }, soon)
    .toEqual([])
}

test('[PLT-02] an absent reader is notified of who wrote, without the text', async () => {
  const client = await dial(asha)
  await sendAndWait(client, 'A secret of mine')
  await later(40)
  await expect.poll(() => noticesOf(ravi), soon).toHaveLength(1)
  const [notice] = await noticesOf(ravi)
  expect(notice).toMatchObject({ title: 'Person sent you a message', link: `/chat/messenger?channel=${channel}`, isRead: false })
  expect(JSON.stringify(notice)).not.toMatch(/secret/)
  expect(await noticesOf(asha)).toEqual([])
})

test('[PLT-02] an absent reader is notified once per conversation until they have looked', async () => {
  const client = await dial(asha)
  for (let n = 0; n < 5; n += 1) {
    await sendAndWait(client, `Message ${n}`)
    await later(40)
    await waitForJobs()
  }
  await expect.poll(() => noticesOf(ravi), soon).toHaveLength(1)

  const ravis = await dial(ravi)
  ravis.say({ command: 'message_seen', channel })
  await expect.poll(async () => (await noticesOf(ravi)).map(({ isRead }) => isRead), soon).toEqual([true])
  await sendAndWait(client, 'And one more')
  await later(40)
  await expect.poll(() => noticesOf(ravi), soon).toHaveLength(2)
})

test('[PLT-02] a mention is announced once, instead of the notification about waiting messages', async () => {
  const of = async (kind: string) =>
    (await server.ask(ravi, listNotices, { query: {} })).body.notices.filter((notice) => notice.kind === kind)
  const client = await dial(asha)
  await sendAndWait(client, `@[Ravi](${ravi}) are you there?`)
  await later(40)
  await expect.poll(() => of('mentions'), soon).toHaveLength(1)
  expect(await of('mentions')).toMatchObject([
    { title: 'Person mentioned you', link: `/chat/messenger?channel=${channel}`, isRead: false },
  ])
  expect(JSON.stringify(await of('mentions'))).not.toMatch(/are you there/)
  expect(await of('chat')).toEqual([])
  await sendAndWait(client, `@[Ravi](${ravi}) hello?`)
  await later(40)
  await waitForJobs()
  expect(await of('mentions')).toHaveLength(1)
  const ravis = await dial(ravi)
  ravis.say({ command: 'message_seen', channel })
  await expect.poll(async () => (await of('mentions')).map(({ isRead }) => isRead), soon).toEqual([true])
})

test('[PLT-02] a mention is announced even after a notification about messages; people who switched mentions off get one about messages', async () => {
  const client = await dial(asha)
  await sendAndWait(client, 'First of all')
  await later(40)
  await expect.poll(() => noticesOf(ravi), soon).toHaveLength(1)
  await sendAndWait(client, `@[Ravi](${ravi}) please look`)
  await later(40)
  const mentions = async (who: number) =>
    (await server.ask(who, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === 'mentions')
  await expect.poll(() => mentions(ravi), soon).toHaveLength(1)

  await server.ask(asha, chooseNotices, { body: { kind: 'mentions', inApp: false, email: false, push: false } })
  const ravis = await dial(ravi)
  await sendAndWait(ravis, `@[Asha](${asha}) I am here`)
  await later(40)
  await expect.poll(() => noticesOf(asha), soon).toHaveLength(1)
  expect(await mentions(asha)).toEqual([])
})

test('a reader who has the conversation open is not notified', async () => {
  const [ashas, ravis] = [await dial(asha), await dial(ravi)]
  await sendAndWait(ashas, 'Are you there?')
  await ravis.next('new_message')
  ravis.say({ command: 'message_seen', channel })
  await ashas.next('update_last_viewed_timestamp')
  await later(40)
  await waitForJobs()
  expect(await noticesOf(ravi)).toEqual([])
})

test('nobody is notified about closed channels or old messages', async () => {
  const client = await dial(asha)
  await server.db.updateTable('experience').set({ mentorship_chat: 'off' }).where('person_id', '=', ravi).execute()
  await sendAndWait(client, 'Hello')
  await later(40)
  await waitForJobs()
  await server.db.updateTable('experience').set({ mentorship_chat: 'use' }).where('person_id', '=', ravi).execute()
  expect(await noticesOf(ravi)).toEqual([])

  const old = await buildChannel(server)
  const [mentee = 0] = old.menteeIds
  await sendAndWait(await dial(mentee, old.channelId), 'Long ago', old.channelId)
  await later(7200)
  await waitForJobs()
  const fresh = await buildChannel(server)
  const [other = 0] = fresh.menteeIds
  await sendAndWait(await dial(other, fresh.channelId), 'Hello again', fresh.channelId)
  await later(40)
  await expect.poll(() => noticesOf(fresh.mentorId), soon).toHaveLength(1)
  expect(await noticesOf(old.mentorId)).toEqual([])
})

test('an absent reader is notified even if the job queue’s clock is a few seconds ahead', async () => {
  // Sent just before a window starts, so that the job is due exactly fifteen seconds later.
  const boundary = (Math.ceil(server.clock.now().getTime() / 15_000) + 1) * 15_000
  const client = await dial(asha)
  await setServerClock(server, new Date(boundary - 100))
  await sendAndWait(client, 'Hello')
  await server.pool.query(
    `update jobs.job set start_after = start_after - interval '3 seconds' where name = 'chat.tell_away' and state = 'created'`,
  )
  const { createdAt } = await server.db
    .selectFrom('chat_message')
    .select('created_at as createdAt')
    .where('channel_id', '=', channel)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await setServerClock(server, new Date(createdAt.getTime() + 13_000))
  await waitForJobs()
  await later(40)
  await expect.poll(() => noticesOf(ravi), soon).toHaveLength(1)
})
