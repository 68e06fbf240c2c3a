import { randomUUID } from 'node:crypto'
import { defineCall } from '@saathi/contract/core/call'
import { everyCall } from '@saathi/contract/every-call'
import { Nothing } from '@saathi/contract/core/fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { conflict } from './errors.ts'
import { CommittingRefusal, serve } from './serve.ts'

const base = { method: 'POST', action: 'own_account.write', summary: 'Only for this test', errors: [] } as const
const write = defineCall({
  ...base,
  path: '/api/test/write/',
  body: z.object({ word: z.string() }),
  reply: z.object({ times: z.number() }),
  idempotencyKey: true,
})
const refuse = defineCall({
  ...base,
  path: '/api/test/refuse/',
  body: z.object({ keeps: z.boolean(), code: z.enum(['chat.busy', 'chat.off']) }),
  reply: Nothing,
  errors: ['chat.busy'],
})
const broken = defineCall({
  ...base,
  path: '/api/test/broken/',
  body: z.object({ word: z.string(), when: z.enum(['in the middle of a statement', 'between two statements']) }),
  reply: Nothing,
})
const leak = defineCall({ ...base, path: '/api/test/leak/', body: Nothing, reply: z.object({ shownName: z.string() }) })
const upload = defineCall({
  ...base,
  path: '/api/test/upload/',
  form: {
    fields: z.object({ firstName: z.string(), data: z.optional(z.object({ stepId: z.number() })) }),
    files: { picture: { maxBytes: 1000 }, letter: { maxBytes: 2000, optional: true } },
  },
  reply: z.object({ firstName: z.string(), stepId: z.optional(z.number()), bytes: z.number(), name: z.string() }),
})

let server: TestServer
let personId: number
beforeAll(async () => {
  server = await startTestServer()
  await sql`create table word (word text not null, person_id bigint not null)`.execute(server.db)
  serve(server.app, write, async (ctx, { body }) => {
    await sql`insert into word values (${body.word}, ${ctx.actor.personId})`.execute(ctx.db)
    const { rows } = await sql<{ times: number }>`select count(*)::int as times from word where word = ${body.word}`.execute(
      ctx.db,
    )
    ctx.push({ to: [ctx.actor.personId], event: { type: 'accounts.profile_changed' } })
    if (body.word.startsWith('fail')) throw new Error('after the row was written')
    return { times: rows[0]?.times ?? 0 }
  })
  serve(server.app, refuse, async (ctx, { body }) => {
    await sql`insert into word values (${body.code}, ${ctx.actor.personId})`.execute(ctx.db)
    ctx.push({ to: [ctx.actor.personId], event: { type: 'accounts.profile_changed' } })
    throw body.keeps ? new CommittingRefusal(409, body.code) : conflict(body.code)
  })
  serve(server.app, broken, async (ctx, { body }) => {
    await sql`insert into word values (${body.word}, ${ctx.actor.personId})`.execute(ctx.db)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ctx.db)
    const kill = () => sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(server.db)
    const waiting = body.when === 'in the middle of a statement' ? sql`select pg_sleep(20)`.execute(ctx.db) : null
    await Promise.all([waiting, kill()])
    await sql`select 1`.execute(ctx.db)
    return {}
  })
  serve(server.app, leak, async () => {
    const row = { shownName: 'Asha', passwordHash: 'secret' }
    return row
  })
  serve(server.app, upload, async (_ctx, { form }) => {
    const { picture } = form.files
    return {
      firstName: form.fields.firstName,
      stepId: form.fields.data?.stepId,
      bytes: picture.bytes.byteLength,
      name: picture.name,
    }
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  personId = await server.buildPerson()
  server.delivered.length = 0
})

const countWord = async (word: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from word where word = ${word}`.execute(server.db)
  return rows[0]?.n
}

describe('one request is one transaction', () => {
  test('a failure undoes all writes and sends no event', async () => {
    const word = `fail-${randomUUID()}`
    expect((await server.ask(personId, write, { body: { word } })).status).toBe(500)
    expect(await countWord(word)).toBe(0)
    expect(server.delivered).toEqual([])
  })

  test('events are sent after the commit', async () => {
    const word = randomUUID()
    expect((await server.ask(personId, write, { body: { word } })).body).toEqual({ times: 1 })
    expect(await countWord(word)).toBe(1)
    expect(server.delivered).toHaveLength(1)
  })

  test('a refusal undoes everything, unless it is meant to keep the writes', async () => {
    expect((await server.ask(personId, refuse, { body: { keeps: false, code: 'chat.busy' } })).status).toBe(409)
    expect(await countWord('chat.busy')).toBe(0)
    expect(await server.ask(personId, refuse, { body: { keeps: true, code: 'chat.busy' } })).toMatchObject({
      status: 409,
      body: { code: 'chat.busy' },
    })
    expect(await countWord('chat.busy')).toBe(1)
    expect(server.delivered).toHaveLength(1)
  })

  test('a refusal that the contract does not declare is an unexpected error', async () => {
    expect((await server.ask(personId, refuse, { body: { keeps: false, code: 'chat.off' } })).status).toBe(500)
  })
})

describe('losing the database during a write', () => {
  test.each(['in the middle of a statement', 'between two statements'] as const)('%s is answered with 503', async (when) => {
    const word = `${when} ${randomUUID()}`
    const answer = await server.ask(personId, broken, { body: { word, when } })
    expect(answer).toMatchObject({ status: 503, body: { code: 'core.unavailable' }, headers: { 'retry-after': '2' } })
    expect(await countWord(word)).toBe(0)
    expect((await server.ask(personId, write, { body: { word } })).status).toBe(200)
  })
})

describe('a write that a phone repeats', () => {
  const send = (key: string, word: string, who = personId) =>
    server.ask(who, write, { body: { word } }, { 'idempotency-key': key })

  test('is done once and answered twice', async () => {
    const [key, word] = [randomUUID(), randomUUID()]
    const first = await send(key, word)
    expect(await send(key, word)).toMatchObject({ status: 200, body: first.body })
    expect(await countWord(word)).toBe(1)
  })

  test('is done once even if both arrive concurrently', async () => {
    const [key, word] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(key, word)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await countWord(word)).toBe(1)
  })

  test('is done by the second request if the first failed', async () => {
    const [key, word] = [randomUUID(), `fail-${randomUUID()}`]
    expect((await send(key, word)).status).toBe(500)
    expect((await send(key, word)).status).toBe(500)
    expect(await countWord(word)).toBe(0)
  })

  test('must have the same body', async () => {
    const key = randomUUID()
    await send(key, randomUUID())
    expect(await send(key, randomUUID())).toMatchObject({ status: 409, body: { code: 'core.idempotency_key_reused' } })
  })

  test('is separate from another person’s with the same key', async () => {
    const [key, word] = [randomUUID(), randomUUID()]
    await send(key, word)
    await send(key, word, await server.buildPerson())
    expect(await countWord(word)).toBe(2)
  })

  test('requires a valid key', async () => {
    expect((await send('1', randomUUID())).status).toBe(400)
  })
})

test('fields that the contract does not name are never sent', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: leak.path,
    payload: {},
    headers: { authorization: `Bearer ${await server.tokenFor(personId)}` },
  })
  expect(response.json()).toEqual({ shown_name: 'Asha' })
})

describe('a form with files', () => {
  async function sendForm(build: (form: FormData) => void) {
    const form = new FormData()
    build(form)
    const encoded = new Response(form)
    const response = await server.app.inject({
      method: 'POST',
      url: upload.path,
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        authorization: `Bearer ${await server.tokenFor(personId)}`,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    return { status: response.statusCode, body: response.json() }
  }
  const file = (bytes: number) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' })

  test('is read field by field, with JSON in its data part', async () => {
    const answer = await sendForm((form) => {
      form.set('first_name', 'Asha')
      form.set('data', '{"step_id": 7}')
      form.set('picture', file(1000))
    })
    expect(answer).toEqual({ status: 200, body: { first_name: 'Asha', step_id: 7, bytes: 1000, name: 'me.png' } })
  })

  test.each([
    ['a byte too many', (form: FormData) => form.set('picture', file(1001)), 413],
    ['far too many bytes', (form: FormData) => form.set('picture', file(500_000)), 413],
    ['no file', () => {}, 400],
    ['an unexpected file', (form: FormData) => form.set('other', file(1)), 400],
    ['the same file twice', (form: FormData) => [1, 2].forEach(() => form.append('picture', file(1))), 400],
    ['an unexpected field', (form: FormData) => form.set('role', 'Admin'), 400],
    ['the same field twice', (form: FormData) => form.append('first_name', 'Ravi'), 400],
    ['data that is not JSON', (form: FormData) => form.set('data', '{'), 400],
    ['prototype keys in data', (form: FormData) => form.set('data', '{"__proto__":{"a":1}}'), 400],
    ['twenty-one parts', (form: FormData) => Array.from({ length: 21 }, (_, n) => form.append(`f${n}`, 'x')), 413],
  ] as const)('is refused with %s', async (what, spoil, status) => {
    const answer = await sendForm((form) => {
      form.set('first_name', 'Asha')
      if (!['no file', 'a byte too many', 'far too many bytes'].includes(what)) form.set('picture', file(1))
      spoil(form)
    })
    expect(answer.status).toBe(status)
  })

  test('is refused as JSON', async () => {
    const headers = { authorization: `Bearer ${await server.tokenFor(personId)}` }
    const response = await server.app.inject({ method: 'POST', url: upload.path, payload: { first_name: 'Asha' }, headers })
    expect(response.statusCode).toBe(415)
  })
})

test('two transactions that deadlock both succeed', async () => {
  const { inTransaction } = await import('./ctx.ts')
  await sql`create table pair (id int primary key, n int not null)`.execute(server.db)
  await sql`insert into pair values (1, 0), (2, 0)`.execute(server.db)
  let arrived = 0
  let open: () => void = () => {}
  const bothLockOne = new Promise<void>((resolve) => (open = resolve))
  const add = (order: [number, number]) => {
    let isFirstTry = true
    return inTransaction(server.app.world, server.app.log, async (ctx) => {
      await sql`update pair set n = n + 1 where id = ${order[0]}`.execute(ctx.db)
      // On the first try each waits until the other has locked its row, so they deadlock and one of them is aborted.
      if (isFirstTry) {
        isFirstTry = false
        arrived += 1
        if (arrived === 2) open()
        await bothLockOne
      }
      await sql`update pair set n = n + 1 where id = ${order[1]}`.execute(ctx.db)
    })
  }
  await Promise.all([add([1, 2]), add([2, 1])])
  const { rows } = await sql<{ n: number }>`select n from pair`.execute(server.db)
  expect(rows).toEqual([{ n: 2 }, { n: 2 }])
})

test('every public GET answers 429 when the address has read too much', async () => {
  const strict = await startTestServer({ limitFactor: 0 })
  onTestFinished(strict.stop)
  // A load balancer must always get a reply.
  const health = new Set(['/api/health/', '/api/ready/'])
  const reads = everyCall.filter(({ method, action, path }) => method === 'GET' && action === 'public' && !health.has(path))
  expect(reads.length).toBeGreaterThan(5)
  for (const { path } of reads) {
    const answer = await strict.app.inject({ url: path.replace(/:\w+/g, '1') })
    expect({ path, status: answer.statusCode, code: answer.json().code }).toEqual({ path, status: 429, code: 'core.too_many' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
})
