import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import * as z from 'zod/mini'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { insertPerson, withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { middle } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const POSTS = 1_000_000
const LATE_PAGE = 1_000
const SHOWN = 20_000
const ROUNDS = 9
const IN_A_ROW = 40
const PATH = '/api/v2/learninghub/feed/'
const Page = z.object({ posts: z.array(z.object({ id: z.number() })), next: z.nullable(z.string()) })

/** The first page of a long feed against the thousandth, by its number and by where the page before it ended, in turns. */
export async function compareFeedPages() {
  return withDatabase(async (url, folder) => {
    const token = await prepare(url)
    const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/feed` }
    const main = fileURLToPath(new URL('../server/src/core/main.ts', import.meta.url))
    const server = await startProcess([main], { ...settings, DATABASE_URL: url, SAATHI_SECRET: SECRET })
    try {
      const ask = (query: string) => askPage(server.url, token, query)
      const before = (await ask(`?page=${LATE_PAGE - 1}`)).next
      const late = { byNumber: `?page=${LATE_PAGE}`, byPlace: `?before=${before}` }
      await requireSame(ask, late)
      const times: { first: number[]; byNumber: number[]; byPlace: number[] } = { first: [], byNumber: [], byPlace: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        times.first.push(await millisecondsEach(() => ask('')))
        times.byNumber.push(await millisecondsEach(() => ask(late.byNumber)))
        times.byPlace.push(await millisecondsEach(() => ask(late.byPlace)))
      }
      return { firstMs: middle(times.first), byNumberMs: middle(times.byNumber), byPlaceMs: middle(times.byPlace) }
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

/** One post a minute for two years, every fifth a quote. Those that are shown have two of twenty tags, and the reader likes every third. */
async function fill(pool: pg.Pool, personId: number) {
  const client = await pool.connect()
  try {
    // A million rows take longer than any request may.
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

async function askPage(origin: string, token: string, query: string) {
  const reply = await fetch(origin + PATH + query, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`the feed answered ${reply.status}`)
  return Page.parse(await reply.json())
}

/** Two ways to the same page; one that lost its way might well be fast. */
async function requireSame(ask: (query: string) => ReturnType<typeof askPage>, late: { byNumber: string; byPlace: string }) {
  const [one, other] = [await ask(late.byNumber), await ask(late.byPlace)].map(({ posts }) => posts.map(({ id }) => id).join())
  if (!one || one !== other) throw new Error(`page ${LATE_PAGE} is ${one} by its number and ${other} by its place`)
}

async function millisecondsEach(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < IN_A_ROW; at += 1) {
    const begun = performance.now()
    await ask()
    times.push(performance.now() - begun)
  }
  return middle(times)
}
