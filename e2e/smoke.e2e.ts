import { enterAs } from '../scripts/enter-as.ts'
import { expectAxeClean } from './screen.ts'
import { accountButton, expect, listenForComplaints, test } from './world.ts'

test('@smoke the built sign-in page loads under its content policy without a complaint', async ({ page }) => {
  const complaints = listenForComplaints(page)
  const response = await page.goto('/signin', { waitUntil: 'networkidle' })
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toContain('unsafe-eval')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(complaints.filter((text) => !isSignedOutRefresh(text))).toEqual([])
})

test('@smoke the built learning hub loads, live line included, without a complaint', async ({ page, context, world }) => {
  await enterAs(context, world.url, 'sunil')
  const complaints = listenForComplaints(page)
  const live = page.waitForEvent('websocket', (socket) => socket.url().includes('/ws/live/'))
  await page.goto('/learninghub', { waitUntil: 'networkidle' })
  await live
  await expect(accountButton(page, 'Sunil')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('@once an unknown call answers in JSON, and an unknown file does not answer with a page', async ({ request }) => {
  const call = await request.get('/api/v2/no-such-call/')
  expect(call.status()).toBe(404)
  expect(await call.json()).toMatchObject({ code: 'core.not_found' })
  expect((await request.get('/assets/no-such-file.js')).status()).toBe(404)
})

test('@once built files are served compressed and may be kept for ever; the page may not', async ({ request }) => {
  const page = await request.get('/signin')
  expect(page.headers()['cache-control']).toBe('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const file = await request.get(script, { headers: { 'accept-encoding': 'br' } })
  expect(file.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
})

/** Asking for a session that is not there is how a page learns that nobody is signed in. */
const isSignedOutRefresh = (text: string) => /status of 401/.test(text)

test('@once the check for accessibility finds what is wrong', async ({ page }) => {
  await page.goto('/signin')
  await page.getByLabel('E-mail').waitFor()
  await expectAxeClean(page)
  await page.evaluate(() => document.querySelector('#root')?.append(document.createElement('img')))
  await expect(expectAxeClean(page)).rejects.toThrow('image-alt')
})
