import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { findWebApp } from './web.ts'

const html = '<!doctype html><script>document.title = "x"</script><main></main>'
const dir = mkdtempSync(join(tmpdir(), 'saathi-web-'))
let demo: TestServer
let production: TestServer
beforeAll(async () => {
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), html)
  writeFileSync(join(dir, 'assets/app-1a2b.js'), 'console.log(1)'.repeat(100))
  writeFileSync(join(dir, 'assets/app-1a2b.js.br'), 'compressed')
  writeFileSync(join(dir, 'sw.js'), 'self.x = 1')
  writeFileSync(join(dir, 'manifest.webmanifest'), '{}')
  const web = findWebApp(dir)
  demo = await startTestServer({}, { web })
  production = await startTestServer({ mode: 'production', isSecure: true, publicOrigin: 'https://saathi.example' }, { web })
})
afterAll(async () => {
  await demo.stop()
  await production.stop()
  rmSync(dir, { recursive: true })
})

test.each([
  '/',
  '/signin',
  '/mentorship/12/step/3',
  '/moreinfo/privacyPolicy',
  '/no/such/page',
  '/signin?next=/a.js',
  '//',
  '//?',
])('%s answers with the page', async (url) => {
  const response = await demo.app.inject({ url })
  expect(response).toMatchObject({ statusCode: 200, body: html })
  expect(response.headers['cache-control']).toBe('no-cache')
})

test('only the page’s own inline script may run', async () => {
  const { headers } = await demo.app.inject({ url: '/signin' })
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='/)
  expect(headers['content-security-policy']).not.toContain('unsafe-inline')
})

test('built files are cached forever, and sent precompressed', async () => {
  const response = await demo.app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'br' } })
  expect(response).toMatchObject({ statusCode: 200, body: 'compressed' })
  expect(response.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
})

test.each([
  ['/sw.js', /javascript/],
  ['/sw.js?light=on', /javascript/],
  ['/manifest.webmanifest', /application\/manifest\+json/],
])('%s, whose name never changes, is revalidated each time', async (url, type) => {
  const { statusCode, headers } = await demo.app.inject({ url })
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toMatch(type)
})

test.each(['/assets/gone-9f.js', '/assets/../../package.json', '/index.php', '/api/x', '/media/x', '/ws/other'])(
  '%s is not a page',
  async (url) => {
    const response = await demo.app.inject({ url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'core.not_found' })
  },
)

describe('in production', () => {
  test.each([
    ['GET', '/dev'],
    ['GET', '/dev/ui'],
    ['GET', '/dev/safety-drill'],
    ['POST', '/dev/safety-drill/'],
    ['GET', '/dev/accounts.json'],
    ['GET', '/dev/mail.json'],
    ['POST', '/dev/clock/'],
    ['POST', '/dev/sign-in/'],
  ] as const)('%s %s does not exist', async (method, url) => {
    const response = await production.app.inject({ method, url, ...(method === 'POST' && { payload: {} }) })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'core.not_found' })
  })

  test('the HSTS header tells browsers to use https only', async () => {
    const { headers } = await production.app.inject({ url: '/signin' })
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
  })
})
