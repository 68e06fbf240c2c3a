import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, sep } from 'node:path'
import { uploadFile } from '@saathi/contract/core/files'
import { everyCall } from '@saathi/contract/every-call'
import { expect, test } from 'vitest'
import { webDist } from '../../scripts/build-web.ts'
import { findWebApp } from '../../server/src/core/http/web.ts'
import { validInput } from '../../server/test/fuzz/fuzz-call.ts'
import type { TestServer } from '../../server/test/harness.ts'
import { startFullServer } from '../../server/test/matrix/full-server.ts'
import { type RequestInfo, headerFaults } from '../../server/test/matrix/header-faults.ts'
import { collectRoutes } from '../../server/test/matrix/route-list.ts'
import { toWireRequest } from '../../server/test/matrix/wire-request.ts'
import { oddRequests, sendRaw } from '../../server/test/raw-http.ts'
import { count } from '../proof.ts'
import { requestOverWire } from './request-over-wire.ts'
import { writeResult, isQuick } from './write-result.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const oddAddresses = [
  '/api/',
  '/api/v9/x',
  '/api/%zz',
  '/%ff',
  `/api/${'x'.repeat(9_000)}/`,
  '/nothing.js',
  '//',
  '/..%2f',
  '/ws/x',
]
const HASH = 'a'.repeat(64)

test('every answer has the agreed headers', async () => {
  const dir = builtWeb()
  const web = findWebApp(dir)
  const faults: string[] = []
  let answers = 0
  let refusals = 0
  const judge = (answer: Parameters<typeof headerFaults>[0], request: RequestInfo) => {
    answers += 1
    if (answer.statusCode >= 400 && request.url.startsWith('/api/')) refusals += 1
    faults.push(...headerFaults(answer, request))
  }
  const secure = { mode: 'production', isSecure: true, publicOrigin: 'https://saathi.example' } as const
  for (const [changes, isSecure] of [
    [{}, false],
    [secure, true],
  ] as const) {
    const { built: server, routes } = await collectRoutes(() => startFullServer(changes, { ...(web && { web }) }))
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const pages = readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [`/${posix.join(...entry.parentPath.slice(dir.length).split(sep), entry.name)}`] : [],
    )
    const addresses = new Set([
      ...routes.map(({ url }) => url.replace(/:\w+/g, 'x').replace('*', 'page')),
      ...pages,
      ...oddAddresses,
    ])
    for (const url of isQuick() ? [...addresses].slice(-20) : addresses) {
      for (const method of methods)
        judge(await requestOverWire(server, { method, url, headers: { origin: 'https://evil.test' } }), { method, url, isSecure })
    }
    for (const [, words] of oddRequests)
      judge(await sendRaw(server, words), { method: 'GET', url: words.includes('/ws/') ? '/ws/' : '/api/', isSecure })
    if (!isSecure) for (const found of await successes(server)) judge(found.answer, found)
    await server.stop()
  }
  if (dir !== webDist) rmSync(dir, { recursive: true })
  writeResult({
    figures: [
      `${count(answers)} answers in demo and production, ${new Set(faults.map((fault) => fault.split(': ')[0])).size} without an agreed header`,
      `${count(refusals)} refusals under /api, ${faults.filter((fault) => fault.includes('a refusal as')).length} not JSON; ${oddRequests.length} kinds of malformed requests`,
    ],
    faults,
  })
  expect(answers).toBeGreaterThan(300)
})

/** A quick run skips the build. */
function builtWeb(): string {
  if (!isQuick()) return webDist
  const dir = mkdtempSync(join(tmpdir(), 'saathi-drill-web-'))
  writeFileSync(join(dir, 'index.html'), '<!doctype html><main></main>')
  return dir
}

/** Every successful call, and the pictures and files that some replies link to. */
async function successes(server: TestServer) {
  const all: (RequestInfo & { answer: Awaited<ReturnType<typeof requestOverWire>> })[] = []
  for (const call of everyCall) {
    const request = toWireRequest(call, await validInput(server, call))
    const answer = await requestOverWire(server, request)
    if (answer.statusCode !== 200)
      throw new Error(`${request.method} ${request.url} answered ${answer.statusCode} ${answer.body}`)
    all.push({ ...request, answer })
    if (call === uploadFile) all.push(...(await follow(server, Object.values(JSON.parse(answer.body)))))
  }
  await server.pool.query(`insert into programme_media (hash, name, type, bytes) values ($1, 'a', 'image/png', '\\x00')`, [HASH])
  return [...all, ...(await follow(server, [`/media/${HASH}`, `/media/${'b'.repeat(64)}`]))]
}

async function follow(server: TestServer, links: unknown[]) {
  const urls = links.filter((link) => typeof link === 'string').filter((link) => link.startsWith('/'))
  return Promise.all(
    urls.map(async (url) => ({ method: 'GET', url, answer: await requestOverWire(server, { method: 'GET', url, headers: {} }) })),
  )
}
