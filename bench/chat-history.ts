import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { WebSocket } from 'ws'
import { openDatabase } from '../server/src/core/db/open.ts'
import { plantChatGroups, renewTokens, type ChatPerson } from '../server/test/chat-people.ts'
import { withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { median } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const secret = new TextEncoder().encode(SECRET)
const SMALL = 10_000
const LARGE = 1_000_000
/** Messages in the reader's own conversation, however many others there are. */
const OWN_MESSAGES = 1_000
const GROUPS = 1_000
const REQUESTS = 60

/** A page of history and a search, with ten thousand messages in the database and with a million. */
export async function compareHistory() {
  return withDatabase(async (url, folder) => {
    const { db, pool, close } = openDatabase({ url, log: () => {} })
    const people = await plantChatGroups(db, { groups: GROUPS, size: 2, secret })
    const [reader] = people
    if (!reader) throw new Error('no people were planted')
    await fill(pool, people, 0, SMALL)
    const small = await measure(url, folder, reader)
    await fill(pool, people, SMALL, LARGE)
    const large = await measure(url, folder, reader)
    await close()
    return { small, large }
  })
}

/**
 * The first thousand messages belong to the reader's channel. The rest are spread over the other channels; each has twelve words
 * out of 4,000.
 */
async function fill(pool: pg.Pool, people: readonly ChatPerson[], from: number, to: number) {
  const channels = [...new Set(people.flatMap((each) => each.channels))]
  const client = await pool.connect()
  try {
    // Inserting a million rows takes longer than the request timeout.
    await client.query('set statement_timeout = 0')
    await client.query('drop index if exists chat_message_words')
    await client.query(
      `insert into chat_message (channel_id, sender_id, body, created_at, words)
       select channel, null, string_agg('word' || (n * 31 + w * w * 7) % 4000, ' '), now() + n * interval '1 millisecond',
         array_to_tsvector(array_agg(distinct channel || ':word' || (n * 31 + w * w * 7) % 4000))
       from generate_series($1::int, $2::int - 1) n, generate_series(1, 12) w,
         lateral (select case when n < $4 then ($3::bigint[])[1] else ($3::bigint[])[2 + n % (cardinality($3::bigint[]) - 1)] end) as c (channel)
       group by n, channel order by n`,
      [from, to, channels, OWN_MESSAGES],
    )
    await client.query(
      'create index chat_message_words on chat_message using gin (words) with (fastupdate = on, gin_pending_list_limit = 512)',
    )
    await client.query(`update chat_channel set last_message_id = coalesce(
      (select max(id) from chat_message where channel_id = chat_channel.id), 0)`)
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

async function measure(url: string, folder: string, person: ChatPerson) {
  const [reader = person] = await renewTokens([person], secret)
  const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/history`, DATABASE_URL: url }
  const main = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url))
  const server = await startProcess([main], { ...settings, SAATHI_SECRET: SECRET })
  try {
    return { pageMs: await timePages(server.url, reader), searchMs: await timeSearches(server.url, reader) }
  } finally {
    await server.stop()
  }
}

async function timePages(origin: string, { token, channels }: ChatPerson): Promise<number> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/chat/`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const request = (page: number) =>
    new Promise<void>((resolve, reject) => {
      socket.once('message', (data) => {
        const text = data.toString()
        if (text.startsWith('{"command":"messages_payload"')) resolve()
        else reject(new Error(text))
      })
      socket.send(
        JSON.stringify({ command: 'get_room_chat_messages', authToken: token, channel: channels[0], page_number: page }),
      )
    })
  for (let page = 1; page <= 5; page += 1) await request(page)
  const times = await timeEach((round) => request(1 + (round % 20)))
  socket.close()
  return median(times)
}

async function timeSearches(origin: string, { token }: ChatPerson): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request = async (round: number) => {
    const body = JSON.stringify({ search_text: `word${(round * 31) % 4000}`, page_number: 1 })
    const reply = await fetch(`${origin}/api/v2/chat/search-chat-message/`, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(`the search answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  for (let round = 1; round <= 5; round += 1) await request(round)
  return median(await timeEach(request))
}

async function timeEach(request: (round: number) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < REQUESTS; round += 1) {
    const startedAt = performance.now()
    await request(round)
    times.push(performance.now() - startedAt)
  }
  return times
}
