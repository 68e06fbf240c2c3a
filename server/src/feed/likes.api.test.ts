import { randomUUID } from 'node:crypto'
import { exportOwnData } from '@saathi/contract/accounts/calls'
import { listFeed, reportClick, toggleLike } from '@saathi/contract/feed/calls'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Delivery, inTransaction } from '#core/ctx.ts'
import type { DemoHistory } from '#content/public.ts'
import { loadDemoHistory } from '#programme/load/programme.ts'
import { erasePersonIn } from '../../test/erase-person.ts'
import { buildPost, words } from '../../test/feed-posts.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
let asha: number
let post: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  server.delivered.length = 0
  asha = await server.buildPerson()
  post = await buildPost(server)
})

const like = (personId: number | null, id = post, headers?: Record<string, string>) =>
  server.ask(personId, toggleLike, { body: { id } }, headers)
const click = (personId: number | null, id = post) => server.ask(personId, reportClick, { body: { id } })
const people = (count: number) => Promise.all(Array.from({ length: count }, () => server.buildPerson()))
const likers = async (id = post) =>
  (await server.db.selectFrom('feed_like').select('person_id').where('post_id', '=', id).execute()).map((row) => row.person_id)
const counts = (id = post) =>
  server.db
    .selectFrom('feed_post')
    .select(['like_count as likes', 'click_count as clicks'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const pushedTo = (personId: number) =>
  server.delivered.flatMap((each: Delivery) => ('to' in each && each.to.includes(personId) ? [each.event] : []))

describe('a like', () => {
  test('[FED-03] is given and taken back, counted, and shown only to the person who gave it', async () => {
    const ravi = await server.buildPerson()
    expect(await like(asha)).toMatchObject({ status: 200, body: { id: post, feedLikes: 1, isLiked: true } })
    expect((await like(ravi)).body).toEqual({ id: post, feedLikes: 2, isLiked: true })
    expect((await like(asha)).body).toEqual({ id: post, feedLikes: 1, isLiked: false })
    const shownTo = async (personId: number) =>
      (await server.ask(personId, listFeed, { query: {} })).body.posts.find(({ id }) => id === post)
    expect(await shownTo(asha)).toMatchObject({ feedLikes: 1, isLiked: false })
    expect(await shownTo(ravi)).toMatchObject({ feedLikes: 1, isLiked: true })
  })

  test('[PLT-01] is set to the state sent by a device that was offline, and counted once', async () => {
    const set = async (isLiked: boolean) => (await server.ask(asha, toggleLike, { body: { id: post, isLiked } })).body
    for (const desired of [false, true, true, false, true]) {
      expect(await set(desired)).toEqual({ id: post, feedLikes: Number(desired), isLiked: desired })
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => set(true)))
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ id: post, feedLikes: 1, isLiked: true })))
    expect(await likers()).toEqual([asha])
  })

  test('[FED-03] is pushed to the person’s other tabs and to nobody else', async () => {
    await like(asha)
    const event = { type: 'feed.like_changed', id: post, feedLikes: 1, isLiked: true }
    expect(server.delivered).toEqual([{ to: [asha], event }])
  })

  test('[FED-03] sent twice with one idempotency key counts once, even concurrently', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => like(asha, post, headers)))
    const later = await like(asha, post, headers)
    for (const { status, body } of [...answers, later]) {
      expect({ status, body }).toEqual({ status: 200, body: { id: post, feedLikes: 1, isLiked: true } })
    }
    expect(await likers()).toEqual([asha])
    expect(pushedTo(asha)).toHaveLength(1)
  })

  test.each([50, 99, 100])(
    '[FED-03] toggled %i times concurrently by one person ends in the right state (C47)',
    async (times) => {
      const answers = await Promise.all(Array.from({ length: times }, () => like(asha)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(answers.every(({ body }) => body.feedLikes === (body.isLiked ? 1 : 0))).toBe(true)
      expect(await likers()).toEqual(times % 2 === 0 ? [] : [asha])
      expect((await counts()).likes).toBe(times % 2)
    },
  )

  test.each([50, 100])('[FED-03] by %i people concurrently is counted for each of them (C47)', async (number) => {
    const all = await people(number)
    const answers = await Promise.all(all.map((each) => like(each)))
    expect(answers.map(({ body }) => body.feedLikes).toSorted((a, b) => a - b)).toEqual(all.map((_, at) => at + 1))
    expect((await counts()).likes).toBe(number)
    const half = all.filter((_, at) => at % 2 === 0)
    await Promise.all(half.map((each) => like(each)))
    expect((await counts()).likes).toBe(number / 2)
    expect(new Set(await likers())).toEqual(new Set(all.filter((each) => !half.includes(each))))
  })
})

describe('a click', () => {
  test('[FED-04] is counted once per person, however often and even concurrently', async () => {
    const ravi = await server.buildPerson()
    const answers = await Promise.all([...Array.from({ length: 10 }, () => click(asha)), click(ravi), click(ravi)])
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { id: post } })
    await click(asha)
    expect(await counts()).toEqual({ likes: 0, clicks: 2 })
  })
})

describe.each([
  ['liking', like],
  ['opening', click],
])('%s', (_what, ask) => {
  test('needs an account', async () => {
    expect(await ask(null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
  })

  test('gives the same refusal for unpublished and unknown posts, and changes nothing', async () => {
    const ahead = await buildPost(server, { publishedAt: new Date(server.clock.now().getTime() + 60_000) })
    const refused = [await ask(asha, ahead), await ask(asha, 2_000_000_000)]
    for (const { status, body } of refused) {
      expect({ status, body }).toEqual({
        status: 404,
        body: { code: 'feed.post_not_found', message: 'This post is not in the feed.' },
      })
    }
    expect(await counts(ahead)).toEqual({ likes: 0, clicks: 0 })
    expect(server.delivered).toEqual([])
    const reader = await server.buildPerson({ language: 'hi' })
    expect((await ask(reader, ahead)).body).toMatchObject({ message: 'यह पोस्ट फ़ीड में नहीं है।' })
  })
})

const load = (history: DemoHistory) =>
  inTransaction(server.app.world, pino({ level: 'silent' }), (ctx) => loadDemoHistory(ctx, history))

test('likes of a programme’s new accounts are counted with the rest', async () => {
  const [ravi, other] = [await server.buildPerson(), await buildPost(server)]
  await like(await server.buildPerson())
  const at = server.clock.now()
  const newAccount = (personId: number, posts: number[]) => ({
    personId,
    begun: [],
    bookmarks: [],
    surveys: [],
    likes: posts.map((postId) => ({ postId, at })),
  })
  await load({
    newMentorships: [],
    newMatches: { pairManagers: [], seekers: [], offers: [], groups: [] },
    newAccounts: [newAccount(asha, [post, other]), newAccount(ravi, [post])],
  })
  expect([(await counts(post)).likes, (await counts(other)).likes]).toEqual([3, 1])
  expect((await like(asha, other)).body).toEqual({ id: other, feedLikes: 0, isLiked: false })
})

describe('personal data', () => {
  const erase = (personId: number) => erasePersonIn(server, personId)

  test('is exported with the titles of the posts', async () => {
    const titled = await buildPost(server, { content: { title: words('First salary') } })
    const quote = await buildPost(server, { event: 'quote', content: { text: words('Walk on.') } })
    await like(asha, titled)
    await click(asha, quote)
    const { parts } = (await server.ask(asha, exportOwnData, { body: {} })).body
    expect(parts['feed']).toEqual({
      likes: [{ post: 'First salary', likedAt: expect.any(String) }],
      opened: [{ post: 'Walk on.', openedAt: expect.any(String) }],
    })
  })

  test('is erased, and like counts go down', async () => {
    const ravi = await server.buildPerson()
    const other = await buildPost(server)
    for (const [person, id] of [
      [asha, post],
      [ravi, post],
      [asha, other],
    ] as const)
      await like(person, id)
    await click(asha)
    await erase(asha)
    expect([await likers(post), await likers(other)]).toEqual([[ravi], []])
    expect([(await counts(post)).likes, (await counts(other)).likes]).toEqual([1, 0])
    expect(await server.db.selectFrom('feed_click').select('post_id').where('person_id', '=', asha).execute()).toEqual([])
  })

  test('is erased while others toggle likes, and every count stays right', async () => {
    const all = [asha, ...(await people(9))]
    const posts = [post, await buildPost(server), await buildPost(server)]
    await Promise.all(all.flatMap((person) => posts.map((id) => like(person, id))))
    await Promise.all([erase(asha), ...all.flatMap((person) => posts.map((id) => like(person, id)))])
    for (const id of posts) expect((await counts(id)).likes).toBe((await likers(id)).length)
  })
})
