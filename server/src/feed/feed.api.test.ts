import { FEED_MAX_TAGS, getFeedRange, listFeed } from '@saathi/contract/feed/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPost as build, words } from '../../test/feed-posts.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { recordStatements } from '../../test/statements.ts'

let server: TestServer
let asha: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
// The feed is the same for everybody, so each test starts with an empty one.
beforeEach(async () => {
  await server.pool.query('truncate feed_post, tag cascade')
  asha = await server.buildPerson()
})

const buildPost = (changes?: Parameters<typeof build>[1]) => build(server, changes)
type Query = Parameters<typeof server.ask<typeof listFeed>>[2]['query']
const list = async (query: Query = {}, personId = asha) => {
  const { status, body } = await server.ask(personId, listFeed, { query })
  expect(status).toBe(200)
  return body
}
const ids = async (query: Query = {}) => (await list(query)).posts.map(({ id }) => id)
/** A raw query, as typed by hand or by a script. */
const askRaw = async (query: string) =>
  server.app.inject({ url: `${listFeed.path}?${query}`, headers: { authorization: `Bearer ${await server.tokenFor(asha)}` } })
const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000)

/** One post a minute, the newest a minute old; all with the same text. */
async function buildMany(count: number, { description = 'What it says.', locales = {} } = {}) {
  const content = { title: words('Post'), description: words(description, locales), curatedNote: null, text: null }
  const stored = JSON.stringify({ ...content, author: null, thumbnail: null })
  await server.pool.query(
    `insert into feed_post (key, event, content, published_at)
     select 'many-' || n, 'post', $2, $3::timestamptz - n * interval '1 minute' from generate_series(1, $1::int) n`,
    [count, stored, server.clock.now()],
  )
}

describe('the content', () => {
  test('[FED-01] of a post has its picture with size, title, description, note, link and tags, in both languages', async () => {
    const reader = await server.buildPerson({ language: 'hi' })
    const hash = 'a'.repeat(64)
    await server.db
      .insertInto('programme_media')
      .values({ hash, name: 'x.png', type: 'image/png', bytes: Buffer.from('x') })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const id = await buildPost({
      thumbnailHash: hash,
      link: 'https://example.org/read',
      tags: ['work', 'money'],
      content: {
        title: words('First salary', { hi: 'पहली तनख़्वाह' }),
        description: words('Plan it.'),
        curatedNote: words('Worth it.', { hi: 'काम का है।' }),
        thumbnail: { width: 640, height: 360 },
      },
    })
    await server.db.insertInto('tag_text').values({ tag_key: 'money', language_code: 'hi', name: 'पैसा' }).execute()
    expect(await list({}, reader)).toEqual({
      posts: [
        {
          id,
          event: 'post',
          publishedAt: expect.any(String),
          feedLikes: 0,
          isLiked: false,
          tags: [
            { key: 'work', name: 'work', localeName: 'work' },
            { key: 'money', name: 'money', localeName: 'पैसा' },
          ],
          content: {
            thumbnail: `/media/${hash}`,
            thumbnailWidth: 640,
            thumbnailHeight: 360,
            thumbnailBytes: 1,
            title: 'First salary',
            localeTitle: 'पहली तनख़्वाह',
            description: 'Plan it.',
            localeDescription: 'Plan it.',
            link: 'https://example.org/read',
            mtCuratedNote: 'Worth it.',
            localeMtCuratedNote: 'काम का है।',
            text: null,
            localeText: null,
            author: null,
            localeAuthor: null,
          },
        },
      ],
      next: null,
    })
  })

  test('[FED-01] of a quote has its text and author, and no post fields', async () => {
    await buildPost({ event: 'quote', content: { text: words('Walk on.'), author: words('Tagore', { hi: 'टैगोर' }) } })
    const [quote] = (await list()).posts
    expect(quote).toMatchObject({
      event: 'quote',
      content: { text: 'Walk on.', author: 'Tagore', localeAuthor: 'Tagore', title: null, description: null, thumbnail: null },
    })
  })
})

describe('paging', () => {
  test('[FED-01] returns pages of ten, newest first, by page number', async () => {
    await buildMany(25)
    const pages = [await list(), await list({ page: 2 }), await list({ page: 3 }), await list({ page: 4 })]
    expect(pages.map(({ posts }) => posts.length)).toEqual([10, 10, 5, 0])
    expect(pages.map(({ next }) => next !== null)).toEqual([true, true, false, false])
    const times = pages.flatMap(({ posts }) => posts.map(({ publishedAt }) => publishedAt))
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(times).size).toBe(25)
  })

  test('by cursor skips and repeats nothing, even if new posts arrive or many posts have the same time', async () => {
    const moment = '2026-01-01T10:00:00.123456Z'
    const built: number[] = []
    for (let n = 0; n < 7; n += 1) built.push(await buildPost({ publishedAt: moment }))
    // Less than a millisecond apart: a cursor in milliseconds would lose one of them.
    built.unshift(await buildPost({ publishedAt: '2026-01-01T10:00:00.123455Z' }))
    built.push(await buildPost({ publishedAt: '2026-01-01T10:00:00.123457Z' }))
    const seen: number[] = []
    let next: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ size: 2, ...(next !== null && { before: next }) })
      seen.push(...page.posts.map(({ id }) => id))
      next = page.next
      await buildPost()
    } while (next !== null)
    expect(seen).toEqual(built.toReversed())
  })

  test('by cursor ignores the page number and keeps the filter', async () => {
    const old = await buildPost({ publishedAt: minutesAgo(30) })
    await buildPost({ publishedAt: minutesAgo(25), event: 'quote' })
    await buildPost({ publishedAt: minutesAgo(20) })
    const { next } = await list({ size: 1, event: 'post' })
    expect(await ids({ before: next ?? '', event: 'post', page: 7 })).toEqual([old])
  })

  test('hides a post until its publication time', async () => {
    const soon = await buildPost({ publishedAt: minutesAgo(-60) })
    const shown = await buildPost()
    expect(await ids()).toEqual([shown])
    server.clock.advance(3_600)
    expect(await ids()).toEqual([soon, shown])
    server.clock.reset()
  })

  test('runs the same few queries, however many posts and tags it shows', async () => {
    const { statementsOf } = recordStatements(server)
    await server.tokenFor(asha)
    await buildPost({ tags: ['work'] })
    const one = await statementsOf(() => list())
    for (let n = 0; n < 9; n += 1) await buildPost({ tags: ['work', 'money'] })
    const ten = await statementsOf(async () => expect((await list()).posts).toHaveLength(10))
    expect(ten.filter((line) => line.includes('feed_post'))).toHaveLength(2)
    expect(one.filter((line) => line.includes('feed_post'))).toHaveLength(2)
  })
})

describe('filters', () => {
  test('[FED-02] by kind accept both spellings: Post and post, Quotes and quote', async () => {
    const quote = await buildPost({ event: 'quote', publishedAt: minutesAgo(2) })
    const post = await buildPost({ publishedAt: minutesAgo(1) })
    for (const event of ['Post', 'post'] as const) expect(await ids({ event })).toEqual([post])
    for (const event of ['Quotes', 'quote'] as const) expect(await ids({ event })).toEqual([quote])
    expect(await ids()).toEqual([post, quote])
  })

  test('[FED-02] by day use whole days in India, both inclusive', async () => {
    await buildPost({ publishedAt: '2026-02-28T23:59:59.999+05:30' })
    const morning = await buildPost({ publishedAt: '2026-03-01T00:00:00+05:30' })
    const night = await buildPost({ publishedAt: '2026-03-02T23:59:59.999+05:30' })
    const next = await buildPost({ publishedAt: '2026-03-03T00:00:00+05:30' })
    expect(await ids({ from: '2026-03-01', to: '2026-03-02' })).toEqual([night, morning])
    expect(await ids({ from: '2026-03-02' })).toEqual([next, night])
    expect(await ids({ to: '2026-03-01' })).toHaveLength(2)
    expect(await ids({ from: '2026-03-01', to: '2026-03-01' })).toEqual([morning])
    for (const day of ['0000-01-01', '9999-12-31'])
      expect((await server.ask(asha, listFeed, { query: { to: day } })).status).toBe(200)
  })

  test('[FED-02] with a first day after the last are refused at the field, in the reader’s language', async () => {
    const query = { from: '2026-03-02', to: '2026-03-01' }
    const reader = await server.buildPerson({ language: 'hi' })
    const english = await server.ask(asha, listFeed, { query })
    const hindi = await server.ask(reader, listFeed, { query })
    expect(english).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
    expect(english.body.errors).toEqual({ from: ['The first day must not be later than the last day.'] })
    expect(hindi.body.errors?.['from']?.[0]).toMatch(/\p{Script=Devanagari}/u)
  })

  test('[FED-02] by several tags match any of them, without duplicates', async () => {
    const both = await buildPost({ tags: ['work', 'money'], publishedAt: minutesAgo(3) })
    const money = await buildPost({ tags: ['money'], publishedAt: minutesAgo(2) })
    await buildPost({ tags: ['health'], publishedAt: minutesAgo(1) })
    expect(await ids({ tags: 'work,money' })).toEqual([money, both])
    expect(await ids({ tags: 'unknown' })).toEqual([])
  })

  test('[FED-02] accept as many tags as the range returns, and no more', async () => {
    const tagged = await buildPost({ tags: ['topic-99'] })
    await buildPost({ tags: ['elsewhere'] })
    const named = Array.from({ length: FEED_MAX_TAGS }, (_, n) => `topic-${n}`)
    expect(await ids({ tags: named.join(',') })).toEqual([tagged])
    expect((await askRaw(`tags=${[...named, 'one-more'].join(',')}`)).statusCode).toBe(400)
  })

  test('[FED-02] come with the first and last day in India and the tags in use', async () => {
    const range = async (personId = asha) => (await server.ask(personId, getFeedRange, {})).body
    expect(await range()).toEqual({ firstDate: null, lastDate: null, tags: [] })
    await buildPost({ publishedAt: '2026-01-31T18:30:00Z', tags: ['money'] })
    await buildPost({ publishedAt: '2026-02-10T10:00:00Z', tags: ['money', 'work'] })
    await buildPost({ publishedAt: minutesAgo(-60), tags: ['ahead'] })
    await server.db.insertInto('tag').values({ key: 'unused', name: 'Unused' }).execute()
    await server.db.insertInto('tag_text').values({ tag_key: 'money', language_code: 'hi', name: 'पैसा' }).execute()
    expect(await range(await server.buildPerson({ language: 'hi' }))).toEqual({
      firstDate: '2026-02-01',
      lastDate: '2026-02-10',
      tags: [
        { key: 'money', name: 'money', localeName: 'पैसा' },
        { key: 'work', name: 'work', localeName: 'work' },
      ],
    })
  })
})

describe('C64: invalid queries', () => {
  test.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=1000000000',
    'page=abc',
    'size=0',
    'size=-5',
    'event=Post&event=Quotes',
    'event=Everything',
    'from=2026-13-01',
    'from=2026-02-30',
    'from=2026-03-02&to=2026-03-01',
    'before=yesterday',
    'before=1_2_3',
    'tags=',
    'tags=A%20B',
  ])('%s is refused', async (query) => {
    const answer = await askRaw(query)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'core.bad_input' })
  })

  test('with a huge size are cut to fifty', async () => {
    await buildMany(60)
    const answer = await askRaw('size=1000000')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().posts).toHaveLength(50)
    expect(await ids({ before: answer.json().next })).toHaveLength(10)
  })

  test('stay under 200 kB for fifty of the longest posts, and the rest comes next', async () => {
    const long = 'क'.repeat(900)
    await buildMany(60, { description: long, locales: { en: long } })
    const seen: number[] = []
    let next: string | null = null
    do {
      const answer = await askRaw(`size=1000000${next ? `&before=${next}` : ''}`)
      expect(Buffer.byteLength(answer.body)).toBeLessThan(200_000)
      seen.push(...answer.json().posts.map(({ id }: { id: number }) => id))
      next = answer.json().next
    } while (next)
    expect(new Set(seen).size).toBe(60)
    expect(seen).toHaveLength(60)
  })

  test('beyond the end return an empty page', async () => {
    await buildPost()
    expect(await list({ page: 1_000_000, size: 50 })).toEqual({ posts: [], next: null })
    expect(await list({ before: '0_1' })).toEqual({ posts: [], next: null })
    expect((await list({ before: '99999999999999999_999999999999999' })).posts).toHaveLength(1)
  })
})

test('the feed needs an account', async () => {
  expect(await server.ask(null, listFeed, { query: {} })).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
  expect(await server.ask(null, getFeedRange, {})).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
})
