import type { Browser, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { callFromChat, launchCaller, openCaller } from './callers.ts'
import { test } from './isolated-server.ts'
import { callsOf } from './newcomers.ts'
import { phone } from './sizes.ts'
import { collectBrowserErrors, expect, openAs } from './world.ts'

type Report = { kind: string; state: string; about: string | null }
const reportsOf = async (page: Page, url: string): Promise<Report[]> =>
  (await (await callsOf(page.context(), url))('GET', '/api/v2/safety/reports/')).reports

async function openConversation(page: Page, name: RegExp): Promise<void> {
  await page.goto('/chat/messenger')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name }).first().click()
  await expect(page.getByRole('log').getByRole('article').first()).toBeVisible()
}

/** The second of two taps. */
async function choose(page: Page, reason = 'Rude or hurtful words'): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: reason }).click()
  await expect(dialog.getByText('We have it')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

async function sendPicture(browser: Browser, url: string): Promise<void> {
  const ravi = await openAs(browser, url, 'ravi')
  await openConversation(ravi, /Asha/)
  const buffer = await ravi.screenshot({ scale: 'css' })
  await ravi.locator('input[type=file]').first().setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer })
  await ravi.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = ravi.getByRole('log').getByRole('article').last()
  await expect(sent.getByRole('img', { name: /^(Sent|Seen)/ })).toBeVisible()
  await ravi.context().close()
}

test('@once [SAF-01] message, file, answer, person, post, quote and call are reported in two taps each', async ({
  page,
  context,
  browser,
  own,
}) => {
  const { url } = own
  await sendPicture(browser, url)
  await signInAs(context, url, 'asha')
  const errors = collectBrowserErrors(page)
  const flag = (name: RegExp) => page.getByRole('main').getByRole('button', { name })

  await openConversation(page, /Ravi/)
  const log = page.getByRole('log')
  const flags = log.getByRole('button', { name: /^Report or block Ravi/ })
  await flags.first().click()
  await choose(page)
  await flags.last().click()
  await expect(page.getByRole('dialog', { name: 'Report a file' })).toBeVisible()
  await choose(page)
  await page
    .getByRole('region', { name: 'Members' })
    .getByRole('button', { name: /^Report or block Ravi/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Report a person' })).toBeVisible()
  await choose(page)
  await openConversation(page, /Assistant/)
  await log.getByRole('button', { name: 'Report', exact: true }).first().click()
  await choose(page)

  await page.goto('/mentorship')
  await page.getByRole('heading', { level: 1 }).getByRole('link', { name: /Ravi/ }).click()
  await flag(/^Report or block Ravi/).click()
  await expect(page.getByRole('dialog', { name: 'Report a person' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/feed')
  const article = (has: string) =>
    page
      .getByRole('article')
      .filter({ has: page.locator(has) })
      .first()
  await article('h2')
    .getByRole('button', { name: /^Report/ })
    .click()
  await choose(page)
  await article('blockquote')
    .getByRole('button', { name: /^Report/ })
    .click()
  await choose(page)

  const kinds = (await reportsOf(page, url)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['answer', 'file', 'message', 'post', 'post', 'profile'])
  expect(errors).toEqual([])
})

test('@once [SAF-01] a call and a person one was offered are reported in two taps', async ({ page, context, own }) => {
  const { url } = own
  await signInAs(context, url, 'farhan')
  await page.goto('/mentorship')
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Report/ })
    .click()
  await choose(page)
  expect(await reportsOf(page, url)).toMatchObject([{ kind: 'profile', about: expect.any(String) }])

  const calling = await launchCaller()
  const asha = await openCaller(calling, url, 'asha', phone)
  await callFromChat(asha, /Ravi/, 'No')
  await asha.getByRole('button', { name: 'Report this call' }).click()
  await choose(asha)
  expect((await reportsOf(asha, url)).map(({ kind }) => kind)).toContain('call')
  await calling.close()
})

test('@once [SAF-01] a report made offline waits on the device and arrives once', async ({ page, context, own }) => {
  const { url } = own
  await signInAs(context, url, 'arjun')
  await openConversation(page, /and group|Meera/)
  const before = (await reportsOf(page, url)).length
  // The sheet is stored by the service worker of a real visit; here it is opened once.
  const flags = page.getByRole('log').getByRole('button', { name: /^Report or block/ })
  const dialog = page.getByRole('dialog')
  await flags.last().click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await flags.last().click()
  await dialog.getByRole('button', { name: 'Threatens me or somebody' }).click()
  await expect(dialog.getByText('It is stored on your device and is sent when you are online again.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /112/ }).first()).toBeVisible()
  await dialog.getByLabel('Say more, in your own words').fill('He waits for me after class')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('It is stored on your device and is sent when you are online again.')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await context.setOffline(false)
  await expect.poll(async () => (await reportsOf(page, url)).length, { timeout: 60_000 }).toBe(before + 1)
  await page.goto('/my-reports')
  await expect(page.getByText('He waits for me after class')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Threatens me or somebody' })).toHaveCount(1)
})
