import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import * as z from 'zod/mini'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { insertPerson, withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { median } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const POSTS = 1_000_000
const LATE_PAGE = 1_000
const SHOWN = 20_000
const ROUNDS = 9
const REQUESTS = 40
const PATH = '/api/v2/learninghub/feed/'
const Page = z.object({ posts: z.array(z.object({ id: z.number() })), next: z.nullable(z.string()) })

/** Compares the first page of a long feed with the thousandth, fetched by page number and by cursor, in turns. */
export async function compareFeedPages() {
  return withDatabase(async (url, folder) => {
    const token = await prepare(url)
    const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/feed` }
    const main = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url))
    const server = await startProcess([main], { ...settings, DATABASE_URL: url, SAATHI_SECRET: SECRET })
    try {
      const fetchQuery = (query: string) => fetchPage(server.url, token, query)
      const before = (await fetchQuery(`?page=${LATE_PAGE - 1}`)).next
      const late = { byNumber: `?page=${LATE_PAGE}`, byCursor: `?before=${before}` }
      await requireSame(fetchQuery, late)
      const times: { first: number[]; byNumber: number[]; byCursor: number[] } = { first: [], byNumber: [], byCursor: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        times.first.push(await millisecondsEach(() => fetchQuery('')))
        times.byNumber.push(await millisecondsEach(() => fetchQuery(late.byNumber)))
        times.byCursor.push(await millisecondsEach(() => fetchQuery(late.byCursor)))
      }
      return { firstMs: median(times.first), byNumberMs: median(times.byNumber), byCursorMs: median(times.byCursor) }
    } finally {
      await server.stop()
    }
  })
}

async function prepare(url: string): Promise<string> {
  const { db, pool, close } = openDatabase({ url, log: () => {} })
  const { personId, signInId } = await insertPerson(db, 'reader')
  await fill(pool, personId)
  await close()
  return tokenMaker(new TextEncoder().encode(SECRET), systemClock).issueAccess(personId, signInId)
}

/**
 * One post per minute for two years, every fifth a quote. The newest posts have two of twenty tags, and the reader likes every
 * third.
 */
async function fill(pool: pg.Pool, personId: number) {
  const client = await pool.connect()
  try {
    // Inserting a million rows takes longer than the request timeout.
    await client.query('set statement_timeout = 0')
    await client.query(`insert into tag (key, name) select 'tag-' || n, 'Tag ' || n from generate_series(0, 19) n`)
    await client.query(
      `insert into feed_post (key, event, content, published_at)
       select 'post-' || n, case when n % 5 = 0 then 'quote' else 'post' end,
         jsonb_build_object('title', word, 'description', word, 'curatedNote', null, 'text', word, 'author', word, 'thumbnail', null),
         now() - n * interval '1 minute'
       from generate_series(1, $1::int) n, jsonb_build_object('text', repeat('Some words. ', 20), 'locales', '{}'::jsonb) word`,
      [POSTS],
    )
    await client.query(`insert into feed_post_tag (post_id, position, tag_key)
      select id, at, 'tag-' || (id * 7 + at) % 20 from feed_post, generate_series(1, 2) at where id <= ${SHOWN}`)
    await client.query(
      `insert into feed_like (person_id, post_id, liked_at) select $1, id, now() from feed_post where id % 3 = 0 and id <= ${SHOWN}`,
      [personId],
    )
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

async function fetchPage(origin: string, token: string, query: string) {
  const reply = await fetch(origin + PATH + query, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`the feed answered ${reply.status}`)
  return Page.parse(await reply.json())
}

/** Both queries must return the same page; a wrong query could be fast. */
async function requireSame(
  fetchQuery: (query: string) => ReturnType<typeof fetchPage>,
  late: { byNumber: string; byCursor: string },
) {
  const [one, other] = [await fetchQuery(late.byNumber), await fetchQuery(late.byCursor)].map(({ posts }) =>
    posts.map(({ id }) => id).join(),
  )
  if (!one || one !== other) throw new Error(`page ${LATE_PAGE} is ${one} by number and ${other} by cursor`)
}

async function millisecondsEach(request: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < REQUESTS; at += 1) {
    const startedAt = performance.now()
    await request()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}
