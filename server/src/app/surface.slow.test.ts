import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { refresh, signIn } from '@saathi/contract/accounts/identity-calls'
import type { Call } from '@saathi/contract/core/call'
import { everyCall } from '@saathi/contract/every-call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { hashPassword } from '#accounts/public.ts'
import { leafPaths, put } from '../../test/fuzz/mutations.ts'
import { validInput } from '../../test/fuzz/fuzz-call.ts'
import type { TestServer } from '../../test/harness.ts'
import { callKey } from '../../test/matrix/call-input.ts'
import { startFullServer } from '../../test/matrix/full-server.ts'
import { type RequestInfo, headerFaults } from '../../test/matrix/header-faults.ts'
import { routesOutsideContract, collectRoutes, type RegisteredRoute, unknownRoutes } from '../../test/matrix/route-list.ts'
import { strayInRefusal } from '../../test/matrix/stray-fields.ts'
import { dumpTables, occursIn } from '../../test/matrix/table-dump.ts'
import { toWireRequest } from '../../test/matrix/wire-request.ts'
import { findWebApp } from '../core/http/web.ts'

const dir = mkdtempSync(join(tmpdir(), 'saathi-surface-'))
const built = ['/*', '/index.html', '/assets/app-1a2b.js']
const lines: string[] = []
let demo: TestServer
let production: TestServer
let demoRoutes: RegisteredRoute[]
let productionRoutes: RegisteredRoute[]

beforeAll(async () => {
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), '<!doctype html><main></main>')
  writeFileSync(join(dir, 'assets/app-1a2b.js'), 'console.log(1)')
  const web = findWebApp(dir) ?? undefined
  const parts = { ...(web && { web }), logSink: { write: (line: string) => lines.push(line) } }
  const secure = { mode: 'production', isSecure: true, publicOrigin: 'https://saathi.example' } as const
  const first = await collectRoutes(() => startFullServer({ logLevel: 'debug' }, parts))
  const second = await collectRoutes(() => startFullServer(secure, parts))
  demo = first.built
  demoRoutes = first.routes
  production = second.built
  productionRoutes = second.routes
  await demo.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await demo.stop()
  await production.stop()
  rmSync(dir, { recursive: true })
})

describe('every route is known', () => {
  test('each is a call of the contract or on the short list of exceptions', () => {
    expect(unknownRoutes(demoRoutes, { dev: true, built })).toEqual([])
    expect(unknownRoutes(productionRoutes, { dev: false, built })).toEqual([])
  })

  test('each call of the contract, and each listed exception, is served', () => {
    const served = new Set(productionRoutes.map(({ method, url }) => `${method} ${url}`))
    expect([...everyCall.map(callKey), ...Object.keys(routesOutsideContract)].filter((key) => !served.has(key))).toEqual([])
  })

  test('an unlisted route is found', () => {
    const added = [{ method: 'POST', url: '/api/v2/hidden/' }]
    expect(unknownRoutes(added, { dev: true, built })).toEqual(['POST /api/v2/hidden/'])
    expect(unknownRoutes([{ method: 'GET', url: '/dev/mail.json' }], { dev: false, built })).toEqual(['GET /dev/mail.json'])
  })
})

describe('S14: every reply has the security headers, and every refusal under /api is JSON', () => {
  const foreign = { origin: 'https://evil.test' }
  const inspect = async (server: TestServer, request: RequestInfo) => {
    const response = await server.app.inject({ method: request.method as 'GET', url: request.url, headers: foreign })
    return headerFaults(response, request)
  }

  const addressOf = (url: string) => url.replace(/:\w+/g, 'x').replace('*', 'page')
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

  test('on every route with every method, in demo and in production', { timeout: 180_000 }, async () => {
    for (const [server, routes, isSecure] of [
      [demo, demoRoutes, false],
      [production, productionRoutes, true],
    ] as const) {
      for (const url of new Set(routes.map((route) => addressOf(route.url)))) {
        for (const method of methods) expect(await inspect(server, { method, url, isSecure })).toEqual([])
      }
    }
  })

  test.each([
    '/api/',
    '/api/v9/x',
    '/api/%zz',
    '/%ff',
    `/api/v2/identity/sessions/${'x'.repeat(9_000)}/`,
    '/nothing.js',
    '//',
    '/..%2f',
  ])('on an unknown path: %s', async (url) => {
    for (const method of methods) expect(await inspect(demo, { method, url })).toEqual([])
  })

  test('on bytes that are not HTTP', async () => {
    const { port } = demo.app.server.address() as AddressInfo
    for (const [sent, status] of [
      ['BROKEN\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 413],
    ] as const) {
      const answer = await sendRaw(port, sent)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
      expect(strayInRefusal(signIn, status, JSON.parse(answer.split('\r\n\r\n')[1] ?? ''))).toBeNull()
    }
  })
})

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 60_000 }, () => socket.write(text))
    let received = ''
    socket.on('timeout', () => socket.destroy(new Error('no answer')))
    socket.on('data', (data) => {
      received += data.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}

describe('S13: secrets', () => {
  test(
    'twenty-five planted values appear nowhere in the logs, and no credential in a dump of every table',
    { timeout: 300_000 },
    async () => {
      const credentials: string[] = []
      const texts: string[] = []
      const plant = (list: string[], kind: string) => {
        list.push(`planted-${kind}-${crypto.randomUUID()}`)
        return list.at(-1) ?? ''
      }

      // Five people sign in: five passwords, five access tokens, five refresh tokens.
      for (let n = 0; n < 5; n += 1) {
        const email = `planted-${n}@saathi.example`
        const password = plant(credentials, 'password')
        await demo.buildPerson({ email, passwordHash: await hashPassword(password) })
        const { body, headers } = await demo.ask(null, signIn, { body: { email, password } })
        const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
        credentials.push(body.accessToken, cookie.split('=')[1] ?? 'no cookie')
        const renewed = await demo.ask(null, refresh, { body: {} }, { cookie })
        expect(renewed.status).toBe(200)
        await authenticateLive(body.accessToken)
      }
      // Five wrong ones: a password, a bearer, a cookie, a code in a query, a code in a body.
      const wrong = { email: 'planted-0@saathi.example', password: plant(credentials, 'wrong-password') }
      expect((await demo.ask(null, signIn, { body: wrong })).status).toBe(401)
      await demo.app.inject({
        url: '/api/v2/users/profile/',
        headers: { authorization: `Bearer ${plant(credentials, 'bearer')}` },
      })
      const cookie = `saathi_refresh=${plant(credentials, 'cookie')}`
      await demo.app.inject({ method: 'POST', url: refresh.path, payload: {}, headers: { cookie } })
      await demo.app.inject({ url: `/api/v2/nothing/?otp=${plant(credentials, 'otp')}` })
      await demo.app.inject({ method: 'POST', url: signIn.path, payload: { otp: plant(credentials, 'otp') } })
      // Five texts, distributed over every field of every call and some unknown fields.
      await sendEverywhere(Array.from({ length: 5 }, () => plant(texts, 'text')))

      expect(new Set([...credentials, ...texts]).size).toBe(25)
      const written = lines.join('\n')
      expect(lines.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(100)
      expect([...credentials, ...texts].filter((secret) => written.includes(secret))).toEqual([])
      const dump = await dumpTables(demo.db)
      expect(dump).toContain('planted-0@saathi.example')
      expect(credentials.filter((secret) => occursIn(dump, secret))).toEqual([])
    },
  )

  async function sendEverywhere(texts: readonly string[]) {
    let sent = 0
    for (const call of everyCall satisfies readonly Call[]) {
      const valid = await validInput(demo, call)
      const paths = [...leafPaths(valid), ...(call.body ? [['body', 'message']] : []), ...(call.query ? [['query', 'otp']] : [])]
      for (const path of paths) {
        await demo.app.inject(toWireRequest(call, put(valid, path, texts[sent % texts.length])))
        sent += 1
      }
    }
  }

  function authenticateLive(accessToken: string): Promise<void> {
    const { port } = demo.app.server.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/live/`)
    return new Promise((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken })))
      socket.on('message', () => socket.send(`{"type":"core.authenticate","accessToken":"${accessToken}","extra":1}`))
      socket.on('close', () => resolve())
      socket.on('error', reject)
    })
  }

  test('the search itself finds a logged value, and a value stored as bytes', async () => {
    const secret = `planted-${crypto.randomUUID()}`
    demo.app.log.info(secret)
    expect(lines.join('\n')).toContain(secret)
    const now = demo.clock.now()
    const signInRow = await demo.db.selectFrom('sign_in').select('id').executeTakeFirstOrThrow()
    const row = { hash: Buffer.from(secret), sign_in_id: signInRow.id, issued_at: now, expires_at: now }
    await demo.db.insertInto('refresh_token').values(row).execute()
    expect(occursIn(await dumpTables(demo.db), secret)).toBe(true)
  })
})
