import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { tokenMaker } from '../server/src/accounts/public.ts'
import type { Db } from '../server/src/core/ctx.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { plantChatGroups, renewTokens, type ChatPerson } from '../server/test/chat-people.ts'
import { withDatabase } from './database.ts'
import { startProcess } from './get.ts'

const SECRET = 'a secret for this measurement alone, no more'
const secret = new TextEncoder().encode(SECRET)
const CONNECTIONS = 400
const MESSAGES_PER_SECOND = 200
const REPORTS = 100
const SECONDS = 30
const UNLOCKS = 5
const BEFORE_END_MS = 500
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const Sent = z.object({ report: z.object({ id: z.number() }) })
const Queue = z.object({ cases: z.array(z.object({ id: z.number(), words: z.nullable(z.string()) })) })
const Unlocked = z.object({ unlocks: z.array(z.object({ id: z.number(), until: z.nullable(z.string()) })) })

/** From sending a report until the desk's queue shows it, while 200 messages per second are sent; and how late a key ends. */
export async function measureReports() {
  return withDatabase(async (url, folder) => {
    const { db, close } = openDatabase({ url, log: () => {} })
    const people = await plantChatGroups(db, { groups: CONNECTIONS / 2, size: 2, secret })
    const desk = people.slice(0, 2)
    for (const { personId } of desk) await makeLead(db, personId)
    const file = `${folder}/people.json`
    writeFileSync(file, JSON.stringify(people))
    const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/reports`, DATABASE_URL: url }
    const server = await startProcess([at('../server/src/app/main.ts')], { ...settings, SAATHI_SECRET: SECRET })
    const clients = await startChat(server.url, file)
    try {
      const messages = await findMessages(db)
      const queueMs = await timeReports(server.url, people, messages)
      // The clock moves from here on, and their tokens end.
      clients.kill('SIGTERM')
      const unlockMs = await timeUnlocks(server.url, desk)
      return {
        p50: quantile(queueMs, 0.5),
        p99: quantile(queueMs, 0.99),
        longest: Math.max(...queueMs),
        unlockMs: Math.max(...unlockMs),
      }
    } finally {
      clients.kill('SIGTERM')
      await server.stop()
      await close()
    }
  })
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0

async function makeLead(db: Db, personId: number): Promise<void> {
  const now = new Date()
  await db.updateTable('person').set({ role: 'SafeguardingLead' }).where('id', '=', personId).execute()
  await db
    .insertInto('staff_right')
    .values({ person_id: personId, role: 'SafeguardingLead', given_by: personId, given_at: now })
    .execute()
  await db.updateTable('sign_in').set({ second_factor_at: now }).where('person_id', '=', personId).execute()
}

async function startChat(url: string, file: string) {
  const seconds = String(SECONDS + 30)
  const args = [at('./chat-clients.ts'), url, file, 'latency', seconds, String(MESSAGES_PER_SECOND)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

/** One message per channel: of its newest sender, to be reported by the other. */
async function findMessages(db: Db) {
  for (;;) {
    const rows = await db
      .selectFrom('chat_message')
      .distinctOn('channel_id')
      .select(['id', 'channel_id as channelId', 'sender_id as senderId'])
      .orderBy('channel_id')
      .orderBy('id', 'desc')
      .execute()
    if (rows.length >= REPORTS + 2) return rows
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function ask(origin: string, { token }: ChatPerson, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const json: unknown = await reply.json()
  if (reply.status !== 200 && reply.status !== 409) throw new Error(`${method} ${path} answered ${JSON.stringify(json)}`)
  return { status: reply.status, json }
}

type Message = Awaited<ReturnType<typeof findMessages>>[number]

async function timeReports(origin: string, people: readonly ChatPerson[], messages: readonly Message[]): Promise<number[]> {
  const [lead] = await renewTokens(people.slice(0, 1), secret)
  if (!lead) throw new Error('no people were planted')
  const times: number[] = []
  for (const { id, channelId, senderId } of messages.slice(-REPORTS)) {
    const [reporter] = people.filter((each) => each.channels.includes(channelId) && each.personId !== senderId)
    if (!reporter) continue
    const words = randomUUID()
    const started = performance.now()
    const body = { client_id: words, thing: { kind: 'message', id: String(id) }, reason: 'threat', text: words }
    Sent.parse((await ask(origin, reporter, 'POST', '/api/v2/safety/reports/', body)).json)
    // The page size of the queue is 50: urgent ones by their clock, so the newest is on the last page.
    const page = Math.floor(times.length / 50) + 1
    for (;;) {
      const { json } = await ask(origin, lead, 'GET', `/api/v2/staff/safety/cases/?page=${page}`)
      if (Queue.parse(json).cases.some((each) => each.words === words)) break
    }
    times.push(performance.now() - started)
  }
  return times
}

/** Moves the clock to a moment before the end of a key, and reads until it is refused. */
async function timeUnlocks(origin: string, desk: readonly ChatPerson[]): Promise<number[]> {
  const late: number[] = []
  for (let round = 0; round < UNLOCKS; round += 1) {
    const [lead, second] = await renewTokens(desk, secret)
    if (!lead || !second) throw new Error('no desk was planted')
    const next = z.object({ id: z.number() }).parse((await ask(origin, lead, 'POST', '/api/v2/staff/safety/next/', {})).json)
    const path = `/api/v2/staff/safety/cases/${next.id}/unlocks/`
    const asked = Unlocked.parse((await ask(origin, lead, 'POST', path, { reason: 'What came before' })).json)
    const key = `${path}${asked.unlocks[0]?.id ?? 0}/`
    const opened = Unlocked.parse((await ask(origin, second, 'POST', `${key}agree/`, {})).json)
    const before = new Date(Date.parse(opened.unlocks[0]?.until ?? '') - BEFORE_END_MS)
    const reader = { ...lead, token: await tokenMaker(secret, { now: () => before }).issueAccess(lead.personId, lead.signInId) }
    await ask(origin, lead, 'POST', '/dev/clock/', { now: before.toISOString() })
    const movedAt = performance.now()
    for (;;) {
      const { status } = await ask(origin, reader, 'GET', `${key}messages/`)
      if (status === 409) break
    }
    late.push(performance.now() - movedAt - BEFORE_END_MS)
    await ask(origin, lead, 'DELETE', '/dev/clock/')
  }
  return late
}
