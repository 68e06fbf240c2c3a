import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { accountButton, expect, openAs, test } from './world.ts'

test('@once a killed server comes back with the bookmark and the sign-in', async ({ browser }) => {
  const first = await startPrivateServer()
  const page = await openAs(browser, first.url, 'asha')
  await page.goto('/learninghub/allsession')
  const free = page.getByRole('button', { name: /^Bookmark: /, pressed: false }).first()
  const name = (await free.getAttribute('aria-label')) ?? ''
  const saved = page.waitForResponse((response) => response.url().includes('/session/bookmark/') && response.ok())
  await free.click()
  await saved

  await first.kill()
  const second = await startPrivateServer({ dataDir: first.dataDir, port: Number(new URL(first.url).port) })
  await page.goto('/learninghub/allsession')
  await expect(accountButton(page, 'Asha')).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')

  await page.context().close()
  await second.stop()
  removeDataDir(first.dataDir)
})

test('@once a second server on the same data folder is refused in one line, and the first keeps running', async ({
  world,
  request,
}) => {
  const refusal = await startPrivateServer({ dataDir: world.dataDir }).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  expect(refusal).toMatch(/ended before it was ready/)
  expect(refusal).not.toMatch(/\n\s+at /)
  expect((await request.get('/api/ready/')).ok()).toBe(true)
})
