import type { Browser, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import type { PrivateServer } from '../scripts/private-server.ts'
import { test } from './isolated-server.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { openStaffCalls } from './staff-calls.ts'
import { accountButton, expect } from './world.ts'

const closed = (page: Page) => page.getByRole('heading', { name: 'We are fixing a few things' })

async function openAs(browser: Browser, own: PrivateServer, firstName: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: own.url })
  await signInAs(context, own.url, firstName.toLowerCase())
  const page = await context.newPage()
  await page.goto(path)
  await expect(accountButton(page, firstName)).toBeVisible()
  return page
}

test('@once [ACC-28] maintenance starts and ends for everyone without a reload', async ({ browser, own }) => {
  const staff = await openStaffCalls(browser, own.url)
  const asha = await openAs(browser, own, 'Asha', '/learninghub/allsession')
  await asha.evaluate(() => Object.assign(window, { isSamePage: true }))
  const stranger = await (await browser.newContext({ baseURL: own.url })).newPage()
  await stranger.goto('/signin')
  await expect(stranger.getByLabel('E-mail')).toBeVisible()

  await staff.setMaintenance(true)
  await expect(closed(asha)).toBeVisible()
  await expect(asha).toHaveURL(/\/signin\?redirectUri=/)
  await expectAxeClean(asha)
  await stranger.goto('/learninghub')
  await expect(closed(stranger)).toBeVisible()
  await stranger.goto('/privacypolicy')
  await expect(stranger).toHaveURL(/\/privacypolicy$/)
  await expect(closed(stranger)).toHaveCount(0)
  await stranger.goto('/signin')
  await expect(closed(stranger)).toBeVisible()

  await staff.setMaintenance(false)
  await expect(asha).toHaveURL(/\/learninghub\/allsession$/)
  await expect(asha.getByRole('article').first()).toBeVisible()
  expect(await asha.evaluate(() => 'isSamePage' in window)).toBe(true)
  // Signed-out pages have no live socket; they poll.
  await expect(stranger.getByLabel('E-mail')).toBeVisible({ timeout: 45_000 })
})

test('@once [ACC-28] staff keep working during maintenance, even after a reload', async ({ browser, own }) => {
  const staff = await openStaffCalls(browser, own.url)
  await staff.setMaintenance(true)
  const page = await staff.context.newPage()
  await page.goto('/learninghub')
  await expect(accountButton(page, 'Harjit')).toBeVisible()
  await page.reload()
  await expect(accountButton(page, 'Harjit')).toBeVisible()
  await expect(page).toHaveURL(/\/learninghub$/)
  await staff.setMaintenance(false)
})

test('@once [ACC-28] a person who reloads during maintenance waits and then reaches the requested page', async ({
  browser,
  own,
}) => {
  const staff = await openStaffCalls(browser, own.url)
  const ravi = await openAs(browser, own, 'Ravi', '/learninghub')
  await staff.setMaintenance(true)
  await expect(closed(ravi)).toBeVisible()
  await ravi.goto('/learninghub/bookmarkedsessions')
  await expect(closed(ravi)).toBeVisible()
  await expectFitsEveryWidth(ravi)
  await ravi.reload()
  await expect(closed(ravi)).toBeVisible()
  await staff.setMaintenance(false)
  await expect(ravi).toHaveURL(/\/learninghub\/bookmarkedsessions$/)
  await expect(accountButton(ravi, 'Ravi')).toBeVisible()
})
