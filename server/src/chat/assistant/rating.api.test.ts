import { getRatingStatus, rateAssistant } from '@saathi/contract/chat/calls'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAssistantChannel, buildChannel, plantMessages } from '../../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { findBot } from './store.ts'

let server: TestServer
let who: number
let channelId: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  who = await server.buildPerson()
  channelId = await buildAssistantChannel(server, who)
})
afterEach(() => server.clock.reset())

const status = async () => (await server.ask(who, getRatingStatus, { params: { id: channelId } })).body
const rate = (rating: Record<string, number | null>, id = channelId) =>
  server.ask(who, rateAssistant, { params: { id }, body: { rating } })
const answer = async () => plantMessages(server, { channelId, senderId: await findBot(server.db), count: 1 })
const rows = () => server.db.selectFrom('chat_rating').selectAll().where('person_id', '=', who).orderBy('id').execute()
const all = { 'Accuracy of information provided?': 5, 'Relevance of information shared?': 4, 'Query resolution?': 3 }
const none = Object.fromEntries(Object.keys(all).map((question) => [question, null]))
const notDue = { isRatingDue: false, since: null }

test('[AIA-02] a rating is due once the assistant has answered and the conversation is idle', async () => {
  expect(await status()).toEqual(notDue)
  await plantMessages(server, { channelId, senderId: who, count: 1 })
  server.clock.advance(5 * 60)
  expect(await status()).toEqual(notDue)
  await answer()
  expect(await status()).toEqual(notDue)
  server.clock.advance(3 * 60)
  expect(await status()).toEqual(notDue)
  server.clock.advance(2 * 60)
  expect(await status()).toEqual({ isRatingDue: true, since: expect.any(String) })
})

test('[AIA-02] after a rating or skip, nobody is asked again until the next day and a new answer', async () => {
  for (const marks of [all, none]) {
    const [id] = await answer()
    server.clock.advance(5 * 60)
    expect((await status()).isRatingDue).toBe(true)
    expect((await rate(marks)).status).toBe(200)
    expect((await rows()).at(-1)).toMatchObject({ channel_id: channelId, message_id: id, marks })
    expect(await status()).toEqual(notDue)
    await answer()
    server.clock.advance(60 * 60)
    expect(await status()).toEqual(notDue)
    server.clock.advance(24 * 60 * 60)
    expect((await status()).isRatingDue).toBe(true)
    await rate(none)
    server.clock.advance(25 * 60 * 60)
    expect(await status()).toEqual(notDue)
  }
})

test('a rating sent several times at once is stored once', async () => {
  await answer()
  const answers = await Promise.all([rate(all), rate(all), rate(all)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await rows()).toHaveLength(1)
})

test('a rating is stored once if it is repeated, and not at all if there is nothing to rate', async () => {
  expect((await rate(all)).status).toBe(200)
  expect(await rows()).toEqual([])
  await answer()
  await rate(all)
  expect((await rate(all)).status).toBe(200)
  expect(await rows()).toHaveLength(1)
})

test('an answer with may_retry does not count', async () => {
  const [id = 0] = await answer()
  await server.db.updateTable('chat_message').set({ may_retry: true }).where('id', '=', id).execute()
  server.clock.advance(5 * 60)
  expect(await status()).toEqual(notDue)
})

test.each([[{ a: 0 }], [{ a: 6 }], [{ a: 1.5 }], [{ a: '5' }], ['5'], [null]])('%j is not a valid rating', async (rating) => {
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/v2/chat/${channelId}/rating/`,
    headers: { authorization: `Bearer ${await server.tokenFor(who)}` },
    payload: { rating },
  })
  expect(response.statusCode).toBe(400)
  expect(await rows()).toEqual([])
})

test('unknown questions are refused', async () => {
  expect((await rate({ ...all, 'How is your mentor?': 5 })).status).toBe(400)
})

test('people can only rate their own assistant channel', async () => {
  const others = await buildAssistantChannel(server, await server.buildPerson())
  const pair = await buildChannel(server, { menteeIds: [who] })
  for (const id of [others, pair.channelId, 2_000_000_000]) {
    expect(await rate(all, id)).toMatchObject({ status: 404, body: { code: 'chat.channel_not_found' } })
    expect(await server.ask(who, getRatingStatus, { params: { id } })).toMatchObject({ status: 404 })
  }
})
