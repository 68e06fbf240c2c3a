import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@saathi/contract/accounts/roles'
import type { Call, CallInput, CallReply } from '@saathi/contract/core/call'
import type { ErrorReply } from '@saathi/contract/core/errors'
import { compileWire } from '@saathi/contract/core/wire'
import type { InjectOptions } from 'fastify'
import webPush from 'web-push'
import { tokenMaker } from '#accounts/public.ts'
import { buildApp } from '#app/build-app.ts'
import type { Bus } from '#core/live/bus.ts'
import { movableClock } from '#core/clock.ts'
import type { Delivery } from '#core/ctx.ts'
import { openDatabase } from '#core/db/open.ts'
import type { Env } from '#core/env.ts'
import type { LogSink } from '#core/monitoring/logs.ts'
import type { Outgoing } from '#core/outgoing/outgoing.ts'
import type { WebApp } from '#core/http/web.ts'
import { insertPerson } from '#accounts/sign-up/store.ts'
import { cloneDatabase } from './database.ts'

export const testEnv: Env = {
  mode: 'test',
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
  databaseUrl: undefined,
  publicOrigin: undefined,
  isSecure: false,
  secret: new TextEncoder().encode('a secret that only the tests know, long enough'),
  trustedProxy: false,
  limitFactor: 1,
  logLevel: 'silent',
  redisUrl: undefined,
  smtpUrl: undefined,
  mailFrom: 'Saathi <no-reply@saathi.example>',
  s3: undefined,
  metricsPort: undefined,
  google: undefined,
  adsConversionUrl: undefined,
  helpCenter: { scriptUrl: undefined, secret: undefined },
  calendars: { answerWithinMs: 10_000, google: undefined, outlook: undefined, yahoo: undefined, apple: undefined },
  chat: { assistant: undefined, gifs: undefined },
  push: { keys: webPush.generateVAPIDKeys(), subject: 'mailto:push@saathi.example' },
  video: { stunUrls: [], turn: undefined, jitsi: undefined, transcription: undefined },
  productVersion: '7.2.0',
  releaseStage: 'test',
  hasMadeUpPeople: false,
}

type Answer<C extends Call> = { status: number; body: CallReply<C> & Partial<ErrorReply>; headers: Record<string, unknown> }

/** The real app on its own database. Tests never share rows because each builds its own people. */
export async function startTestServer(
  changes: Partial<Env> = {},
  parts: { web?: WebApp | null; bus?: Bus; logSink?: LogSink; outgoing?: Outgoing; maxBodyMs?: number } = {},
) {
  // Created by the first test that stores a file.
  const scratch = join(tmpdir(), `saathi-data-${randomUUID()}`)
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true })
  process.once('exit', removeScratch)
  const env = { ...testEnv, dataDir: scratch, ...changes }
  const database = await cloneDatabase()
  // Two hundred concurrent requests share six connections, so on a busy machine they wait longer than a person would.
  const { db, pool, close } = openDatabase({ url: database.url, poolSize: 6, waitMs: 60_000, log: () => {} })
  const clock = movableClock()
  const app = await buildApp({ env, db, clock, web: null, ...parts })
  // Poll for due jobs more often than every two seconds, or most of these tests would wait.
  const { startJobs } = app
  app.startJobs = (url, pace) => startJobs(url, { pollMs: 50, ...pace })
  const delivered: Delivery[] = []
  const { deliver } = app.world
  app.world.deliver = (delivery) => {
    delivered.push(delivery)
    deliver(delivery)
  }
  const tokens = tokenMaker(env.secret, clock)

  /** Like a browser: takes camelCase input, encodes it with the contract and decodes the reply. */
  async function ask<C extends Call>(
    personId: number | null,
    call: C,
    input: CallInput<C>,
    headers: Record<string, string> = {},
  ) {
    const authorization = personId === null ? {} : { authorization: `Bearer ${await tokenFor(personId)}` }
    const response = await app.inject(toRequest(call, input, { ...authorization, ...headers }))
    const json: unknown = response.json()
    const body = response.statusCode < 300 ? call.reply.parse(compileWire(call.reply).fromWire(json, 'refuse')) : json
    return { status: response.statusCode, body, headers: response.headers } as Answer<C>
  }

  const signInIds = new Map<number, string>()
  async function tokenFor(personId: number) {
    const id = signInIds.get(personId) ?? (await buildSignIn(personId))
    signInIds.set(personId, id)
    return tokens.issueAccess(personId, id)
  }

  async function buildSignIn(personId: number) {
    const id = randomUUID()
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + 90 * 86_400_000)
    const times = { started_at: now, last_used_at: now, confirmed_at: now, expires_at: expiresAt }
    await db
      .insertInto('sign_in')
      .values({ id, person_id: personId, device: 'Test', ...times })
      .execute()
    return id
  }

  let people = 0
  type PersonChanges = {
    role?: Role
    email?: string
    language?: string
    passwordHash?: string | null
    disabled?: boolean
    verified?: boolean
  }
  async function buildPerson(changes: PersonChanges = {}) {
    people += 1
    const isGoogle = changes.passwordHash === null
    const id = await insertPerson(db, {
      email: changes.email ?? `person${people}-${randomUUID()}@saathi.example`,
      provider: isGoogle ? 'google' : 'normal',
      passwordHash: changes.passwordHash === undefined ? 'none' : changes.passwordHash,
      googleSubject: isGoogle ? randomUUID() : null,
      role: changes.role ?? 'Mentee',
      firstName: 'Person',
      lastName: String(people),
      phoneNumber: '919800000099',
      languageCode: changes.language ?? 'en',
      projectId: null,
      institutionCode: null,
      emailVerifiedAt: changes.verified === false ? null : clock.now(),
      createdAt: clock.now(),
    })
    if (id === null) throw new Error(`There is a person with the address ${changes.email} already.`)
    if (changes.disabled) await db.updateTable('person').set({ disabled_at: clock.now() }).where('id', '=', id).execute()
    return id
  }

  return {
    app,
    url: database.url,
    db,
    pool,
    clock,
    tokens,
    ask,
    tokenFor,
    buildPerson,
    delivered,
    async stop() {
      await app.close()
      await close()
      await database.drop()
      process.off('exit', removeScratch)
      removeScratch()
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>

let shared: Promise<TestServer> | undefined

/**
 * One server and database per worker, for test files that need no special settings, jobs, port or global rows. Each file starts
 * with the real time and no deliveries. Do not stop it: it ends with the worker.
 */
export async function sharedServer(): Promise<TestServer> {
  shared ??= startTestServer()
  const server = await shared
  server.clock.reset()
  server.delivered.length = 0
  return server
}

export function toRequest<C extends Call>(call: C, input: CallInput<C>, headers: Record<string, string>): InjectOptions {
  const { params, query, body } = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const wireQuery = call.query && (compileWire(call.query).toWire(query ?? {}) as Record<string, string>)
  const payload = call.body && compileWire(call.body).toWire(body ?? {})
  return {
    method: call.method,
    url: path,
    headers,
    ...(wireQuery && { query: wireQuery }),
    ...(payload !== undefined && { payload: payload as object }),
  }
}
