import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import { uploadFile } from '@saathi/contract/core/files'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { headerFaults } from '../../../test/matrix/header-faults.ts'
import { MAX_BODY_MS } from './invalid-requests.ts'
import { chunked, dial, key, oddRequests, parseAnswer, rawRequest, sendRaw, upgrade, version } from '../../../test/raw-http.ts'

let demo: TestServer
let production: TestServer
const dir = mkdtempSync(join(tmpdir(), 'saathi-odd-'))
beforeAll(async () => {
  // A server with a web app, whose page answers every path.
  demo = await startTestServer({}, { web: { dir, html: '<!doctype html>' } })
  production = await startTestServer({ mode: 'production', isSecure: true, publicOrigin: 'https://saathi.example' })
  for (const { app } of [demo, production]) await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await demo.stop()
  await production.stop()
  rmSync(dir, { recursive: true })
})

describe('S14: a demo answers only to its own names', () => {
  const local = 'Host: localhost:7200'
  const foreign = 'Host: evil.test'
  const handshake = (...hosts: string[]) => rawRequest('GET /ws/live/', ...hosts, ...upgrade.slice(1), version, key)
  let open: TestServer
  beforeAll(async () => {
    open = await startTestServer({ mode: 'demo' })
    await open.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => open.stop())

  test.each([
    ['a request', rawRequest('GET /api/health/', foreign)],
    ['a handshake', handshake(foreign)],
    ['a handshake with a page of that name', handshake(foreign, 'Origin: http://evil.test')],
    ['a handshake with two Hosts', handshake(local, foreign)],
    ['a handshake with the same Host twice', handshake(local, local)],
    ['a handshake without a Host', handshake()],
  ])('%s to another name is refused', async (_name, request) => {
    const answer = await sendRaw(open, request)
    expect(answer.statusCode).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'core.bad_input' })
  })

  test('a request and a handshake to its own name are accepted', async () => {
    expect((await sendRaw(open, rawRequest('GET /api/health/', local))).statusCode).toBe(200)
    expect((await sendRaw(open, handshake(local))).statusCode).toBe(101)
  })
})

describe('S14: requests that Node would refuse itself get our error format and headers', () => {
  test.each(oddRequests)('%s', async (_name, request, status) => {
    for (const [server, isSecure] of [
      [demo, false],
      [production, true],
    ] as const) {
      const answer = await sendRaw(server, request)
      expect(answer.statusCode).toBe(status)
      expect(headerFaults(answer, { method: 'GET', url: request.includes('/ws/') ? '/ws/' : '/api/', isSecure })).toEqual([])
      expect(JSON.parse(answer.body)).toMatchObject({ code: expect.stringMatching(/^core\./) })
    }
  })

  test.each([
    ['a handshake on a call', rawRequest('GET /api/health/', ...upgrade, version, key)],
    ['another protocol', rawRequest('GET /api/health/', 'Host: a', 'Connection: Upgrade', 'Upgrade: h2c')],
  ])('%s is ignored, and the call is answered', async (_name, request) => {
    const answer = await sendRaw(demo, request)
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: '{"status":"ok"}' })
    expect(headerFaults(answer, { method: 'GET', url: '/api/health/' })).toEqual([])
  })

  test('invalid bytes after a valid request are refused once, after its reply', async () => {
    const socket = dial(demo)
    socket.write(`${rawRequest('GET /api/health/', 'Host: a')}BROKEN\r\n\r\nBROKEN\r\n\r\n`)
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

  test('a body that breaks while it is read is refused like one that is broken from the start', async () => {
    const socket = dial(demo)
    socket.write(rawRequest(`POST ${signIn.path}`, ...chunked, 'Expect: 100-continue'))
    const [go] = await once(socket, 'data')
    expect(String(go)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('2\r\n{}\r\nZ\r\n\r\n')
    const answer = parseAnswer(await text(socket))
    expect(answer).toMatchObject({ statusCode: 400, headers: { connection: 'close' } })
    expect(answer && headerFaults(answer, { method: 'POST', url: signIn.path })).toEqual([])
  })

  test('a slow JSON body is refused and its connection closed; an upload may take longer', async () => {
    expect(MAX_BODY_MS).toBe(30_000)
    const server = await startTestServer({}, { maxBodyMs: 50 })
    onTestFinished(server.stop)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = dial(server)
    socket.write(
      `${rawRequest(`POST ${signIn.path}`, 'Host: a', 'Content-Type: application/json', 'Content-Length: 100')}{"email":`,
    )
    const answer = parseAnswer(await text(socket))
    expect(answer).toMatchObject({ statusCode: 400, headers: { connection: 'close' } })
    expect(answer && headerFaults(answer, { method: 'POST', url: signIn.path })).toEqual([])
    const token = await server.tokenFor(await server.buildPerson())
    const boundary = '--x\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n'
    const form = dial(server)
    form.write(
      `${rawRequest(`POST ${uploadFile.path}`, 'Host: a', `Authorization: Bearer ${token}`, 'Content-Type: multipart/form-data; boundary=x', `Content-Length: ${boundary.length + 14}`)}${boundary}`,
    )
    // Answered after the timeout of the first body, so the form's time is over too.
    const later = dial(server)
    later.write(`${rawRequest(`POST ${signIn.path}`, 'Host: a', 'Content-Type: application/json', 'Content-Length: 100')}{`)
    expect(parseAnswer(await text(later))?.statusCode).toBe(400)
    form.write('picture\r\n--x--')
    expect(parseAnswer(String((await once(form, 'data'))[0]))).toMatchObject({ statusCode: 400 })
    form.destroy()
  })

  test('a stopping server answers 503 with our headers', async () => {
    const server = await startTestServer()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const silent = dial(server)
    silent.write(rawRequest('GET /ws/live/', ...upgrade, version, key))
    await once(silent, 'data')
    const stopped = server.stop()
    // It does not answer the close frame, so the stop is waiting for it.
    await once(silent, 'data')
    const answer = await sendRaw(server, rawRequest('GET /api/ready/', 'Host: a'))
    expect(answer).toMatchObject({ statusCode: 503, headers: { connection: 'close', 'retry-after': '5' } })
    expect(headerFaults(answer, { method: 'GET', url: '/api/ready/' })).toEqual([])
    silent.destroy()
    await stopped
  })
})
