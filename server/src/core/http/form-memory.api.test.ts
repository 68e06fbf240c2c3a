import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getProfile, updateProfile } from '@saathi/contract/accounts/calls'
import type { Call } from '@saathi/contract/core/call'
import { uploadFile } from '@saathi/contract/core/files'
import { everyCall } from '@saathi/contract/every-call'
import { sendAnswers } from '@saathi/contract/surveys/calls'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { formMemory, MAX_BYTES_PER_PERSON, maxBytesOf } from './form-memory.ts'
import { limitsFor } from '../limits/limits.ts'
import { requireWithinLimits } from '../limits/require-within-limits.ts'

const KB = 1024
const MB = 1024 * KB
const limits = limitsFor({ limitFactor: 1 })
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(() => {
  server.app.forms = formMemory({ world: server.app.world, limits })
})

type Answer = { status: number | undefined; code: string; retryAfter: string | undefined }

/** Sends the first part of a form; the rest is sent by `end`, or never. */
async function beginForm(personId: number, call: Call, { announced, sent }: { announced?: number; sent: number }) {
  const outgoing = request({
    port: (server.app.server.address() as AddressInfo).port,
    method: call.method,
    path: call.path,
    headers: {
      authorization: `Bearer ${await server.tokenFor(personId)}`,
      'content-type': 'multipart/form-data; boundary=x',
      ...(announced !== undefined && { 'content-length': announced }),
    },
  })
  onTestFinished(() => void outgoing.destroy())
  const answered = answerTo(outgoing)
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n'
  outgoing.write(head)
  outgoing.write(Buffer.alloc(sent))
  return { answered, end: () => outgoing.end('\r\n--x--\r\n'), drop: () => outgoing.destroy() }
}

async function answerTo(outgoing: ClientRequest): Promise<Answer> {
  const [response]: IncomingMessage[] = await once(outgoing, 'response')
  if (!response) throw new Error('no response')
  const { code } = JSON.parse((await text(response)) || '{}')
  return { status: response.statusCode, code, retryAfter: response.headers['retry-after'] }
}

/** Sends this much of a form and never its end. */
async function stall(personId: number, bytes: number) {
  const stalled = await beginForm(personId, uploadFile, { announced: bytes + 500, sent: bytes })
  stalled.answered.catch(() => null)
  return stalled
}

test('every form fits into the limit per person', () => {
  const forms = everyCall.flatMap((call: Call) => call.form ?? [])
  expect(forms.length).toBeGreaterThan(3)
  for (const form of forms) expect(maxBytesOf(form)).toBeLessThan(MAX_BYTES_PER_PERSON)
})

test('ten files of the largest size fit into one form, together with its texts', () => {
  expect(maxBytesOf(sendAnswers.form)).toBeGreaterThan(10 * 4 * MB + 256 * KB)
})

test('a form that declares too large a size is refused before it is read', async () => {
  const person = await server.buildPerson()
  const tooLarge = { status: 413, code: 'core.too_large', retryAfter: undefined }
  expect(await (await beginForm(person, sendAnswers, { announced: 42 * MB, sent: 10 })).answered).toEqual(tooLarge)
  expect(await (await beginForm(person, updateProfile, { announced: 4 * MB, sent: 10 })).answered).toEqual(tooLarge)
})

test('a form without a declared size is counted while it is read', async () => {
  const person = await server.buildPerson()
  const form = new FormData()
  for (let n = 0; n < 18; n += 1) form.set(`question${n}`, 'x'.repeat(200 * KB))
  const encoded = new Response(form)
  const answer = await fetch(`http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${updateProfile.path}`, {
    method: updateProfile.method,
    headers: {
      authorization: `Bearer ${await server.tokenFor(person)}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    body: encoded.body,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(413)
})

test('if forms fill their share of memory, the next form must wait, and other calls are answered', async () => {
  server.app.forms = formMemory({ world: server.app.world, limits, maxTotalBytes: 2 * MB })
  const [asha, ravi, meera] = [await server.buildPerson(), await server.buildPerson(), await server.buildPerson()]
  const [first, second] = [await stall(asha, MB), await stall(ravi, MB - 10 * KB)]
  const tryOnce = async () => {
    const { answered, end } = await beginForm(meera, uploadFile, { sent: 20 * KB })
    end()
    return answered
  }
  const busy = { status: 503, code: 'core.unavailable', retryAfter: '5' }
  await expect.poll(tryOnce).toEqual(busy)
  expect(await (await beginForm(meera, uploadFile, { announced: MB, sent: 0 })).answered).toEqual(busy)
  expect((await server.ask(meera, getProfile, {})).status).toBe(200)
  first.drop()
  second.drop()
  await expect.poll(async () => (await tryOnce()).status, { timeout: 40_000 }).toBe(400)
})

test('a single person cannot use up the memory for forms', async () => {
  const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
  const almostAll = 5 * MB - KB
  for (let n = 0; n < 9; n += 1) await stall(asha, almostAll)
  const tryOnce = async (personId: number) => {
    const { answered, end } = await beginForm(personId, uploadFile, { sent: almostAll })
    end()
    return answered
  }
  await expect.poll(() => tryOnce(asha), { timeout: 40_000 }).toEqual({ status: 429, code: 'core.too_many', retryAfter: '5' })
  expect((await tryOnce(ravi)).status).toBe(400)
})

test('a person over the upload limit is refused before the form is read', async () => {
  const person = await server.buildPerson()
  const attempt = [{ limits: limits.uploadPerPerson, key: String(person) }]
  for (let n = 0; n < 60; n += 1) await requireWithinLimits(server.db, server.clock.now(), attempt)
  const { answered } = await beginForm(person, uploadFile, { announced: MB, sent: 10 })
  expect(await answered).toMatchObject({ status: 429, code: 'core.too_many' })
  const unannounced = await beginForm(person, uploadFile, { sent: 10 })
  expect(await unannounced.answered).toMatchObject({ status: 429, code: 'core.too_many' })
  // Forms without a file are still accepted.
  const payload = '--x\r\ncontent-disposition: form-data; name="bio"\r\n\r\nI cycle.\r\n--x--\r\n'
  const headers = { authorization: `Bearer ${await server.tokenFor(person)}`, 'content-type': 'multipart/form-data; boundary=x' }
  const { statusCode } = await server.app.inject({ method: 'PUT', url: updateProfile.path, headers, payload })
  expect(statusCode).toBe(200)
})
