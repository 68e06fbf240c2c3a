import { signInAs } from '../scripts/sign-in-as.ts'
import { expectAxeClean } from './screen.ts'
import { accountButton, expect, collectBrowserErrors, test } from './world.ts'

test('@smoke the built sign-in page loads under its content security policy without browser errors', async ({ page }) => {
  const browserErrors = collectBrowserErrors(page)
  const response = await page.goto('/signin', { waitUntil: 'networkidle' })
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toContain('unsafe-eval')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(browserErrors.filter((text) => !isSignedOutRefresh(text))).toEqual([])
})

test('@smoke the built learning hub loads with its live socket and without browser errors', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'sunil')
  const browserErrors = collectBrowserErrors(page)
  const live = page.waitForEvent('websocket', (socket) => socket.url().includes('/ws/live/'))
  await page.goto('/learninghub', { waitUntil: 'networkidle' })
  await live
  await expect(accountButton(page, 'Sunil')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('@smoke @once [PLT-01] a lost style or script of a page is loaded again', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  const lost: string[] = []
  const lose = (file: RegExp, times: number) =>
    page.route(file, (route) => (lost.push(route.request().url()), route.abort()), { times })
  // Once when it is preloaded, and once when it is used.
  await lose(/\/assets\/messenger-[^/]+\.css$/, 2)
  await page.goto('/chat/messenger')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Ravi/ }).first().click()
  // Without its style the field could be resized.
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCSS('resize', 'none')
  expect(lost).toHaveLength(2)

  // For a script the page reloads itself.
  await lose(/\/assets\/feed-page-[^/]+\.js$/, 1)
  await page.goto('/feed')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(lost).toHaveLength(3)
})

test('@once an unknown call is answered in JSON, and an unknown file is not answered with a page', async ({ request }) => {
  const call = await request.get('/api/v2/no-such-call/')
  expect(call.status()).toBe(404)
  expect(await call.json()).toMatchObject({ code: 'core.not_found' })
  expect((await request.get('/assets/no-such-file.js')).status()).toBe(404)
})

test('@once built files are compressed and cached forever; the page is not cached', async ({ request }) => {
  const page = await request.get('/signin')
  expect(page.headers()['cache-control']).toBe('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const file = await request.get(script, { headers: { 'accept-encoding': 'br' } })
  expect(file.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
})

/** A signed-out page tries to refresh the session, which answers 401. */
const isSignedOutRefresh = (text: string) => /status of 401/.test(text)

test('@once the accessibility check detects a violation', async ({ page }) => {
  await page.goto('/signin')
  await page.getByLabel('E-mail').waitFor()
  await expectAxeClean(page)
  await page.evaluate(() => document.querySelector('#root')?.append(document.createElement('img')))
  await expect(expectAxeClean(page)).rejects.toThrow('image-alt')
})
