import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { openStaffCalls } from './staff-calls.ts'
import { accountButton, expect, test } from './world.ts'

const hindi = /\p{Script=Devanagari}/u
const helpPanel = (page: Page) => page.getByRole('dialog', { name: 'Help' })
const helpButton = (page: Page) => page.getByRole('complementary', { name: 'Help' }).getByRole('button', { name: /^Help/ })

/** Answers the case with these words as the support team. */
async function answerAsTeam(browser: Browser, url: string, words: string, body: string) {
  const { call, context } = await openStaffCalls(browser, url)
  const { cases } = await call('GET', '/api/v2/staff/help/')
  const listed: { id: number; last_message: string }[] = Array.isArray(cases) ? cases : []
  const found = listed.find(({ last_message }) => last_message === words)
  await call('POST', `/api/v2/staff/help/${found?.id}/messages/`, { client_id: randomUUID(), body })
  await context.close()
}

test('[NAV-07] legal texts can be read without an account, in the language of the sign-in page', async ({ page }) => {
  await page.goto('/codeofconduct')
  await expect(page.getByRole('heading', { level: 1, name: 'Code of Conduct' })).toBeVisible()
  await expect(page.getByText(/^Version \d+, last changed on /)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
  await expectAxeClean(page)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByRole('combobox').first().selectOption('hi')
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.goto('/codeofconduct')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hindi)
  await expect(page.getByRole('article').getByRole('listitem').filter({ hasText: hindi }).first()).toBeVisible()
  await expectFitsEveryWidth(page)
})

test('[NAV-07] legal texts under /moreinfo link to their sections', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/moreinfo/privacyPolicy')
  await expect(accountButton(page, 'Asha')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await expectAxeClean(page)
  const contents = page.locator('details')
  if ((await contents.getAttribute('open')) === null) await page.getByText('On this page').click()
  await contents.getByRole('link', { name: 'How long' }).click()
  const part = page.getByRole('heading', { name: 'How long' })
  await expect(part).toBeInViewport()
  await page.reload()
  await expect(part).toBeInViewport()
})

test('@once [NAV-07] a printed legal text has no navigation', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/moreinfo/termsOfService')
  await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(helpButton(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(helpButton(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
})

test('[NAV-08] the FAQ can be searched, opened and linked to', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'sunil')
  await page.goto('/moreinfo/faq')
  const questions = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('button')
  await expect(questions.first()).toBeVisible()
  const all = await questions.count()
  await page.getByRole('searchbox').fill('code')
  await expect.poll(() => questions.count()).toBeLessThan(all)
  await questions.first().click()
  await expect(questions.first()).toHaveAttribute('aria-expanded', 'true')
  await expectAxeClean(page)
  const name = (await questions.first().textContent()) ?? ''
  await page.reload()
  const linked = page.getByRole('button', { name, exact: true })
  await expect(linked).toHaveAttribute('aria-expanded', 'true')
  await expect(linked).toBeInViewport()
  await expectFitsEveryWidth(page)
})

test('[NAV-14] the overview links to its pages and shows version and release stage', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/moreinfo')
  await expect(page.getByRole('region', { name: 'About Saathi' })).toContainText('7.2.0')
  await expectAxeClean(page)
  await page.getByRole('main').getByRole('link', { name: 'Frequently asked questions' }).click()
  await expect(page).toHaveURL(/\/moreinfo\/faq$/)
})

test('[NAV-09] work-readiness shows the scores and their sources', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/learninghub')
  await accountButton(page, 'Asha').click()
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page).toHaveURL(/\/moreinfo\/wrs$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.nth(1)).toContainText(/\d+ of 100/)
  await expect(rows.nth(1)).toContainText(/From .+, \d+ \w+ \d{4}/)
  await expectAxeClean(page)
  await expectFitsEveryWidth(page)
})

test('[NAV-09] work-readiness without scores links to the surveys', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'nisha')
  await page.goto('/moreinfo/wrs')
  await expect(page.getByRole('link', { name: 'See your surveys' })).toBeVisible()
})

/** A different person for each browser project, so that their conversations do not mix. */
const askers: Record<string, string> = { phone: 'arjun', desktop: 'kavya' }

test('[NAV-12] a help request is sent in one window, answered by the team, and read in both', async ({
  browser,
  page,
  context,
  world,
}, { project }) => {
  await signInAs(context, world.url, askers[project.name] ?? 'asha')
  await page.goto('/moreinfo')
  const other = await context.newPage()
  await other.goto('/moreinfo/faq')
  await expect(helpButton(other)).toHaveAccessibleName('Help')

  await helpButton(page).click()
  await expect(helpPanel(page)).toBeVisible()
  const field = helpPanel(page).getByRole('textbox', { name: 'Your message' })
  const words = `My sound is gone (${project.name})`
  await field.fill(words)
  await page.reload()
  await helpButton(page).click()
  await expect(field).toHaveValue(words)
  await helpPanel(page).getByRole('button', { name: 'Send' }).click()
  await expect(helpPanel(page).getByRole('log').getByText(words)).toBeVisible()
  await expect(helpPanel(page).getByRole('img', { name: 'Sent' })).toBeVisible()
  await expectAxeClean(page)
  await helpPanel(page).getByRole('button', { name: 'Close' }).click()
  await expect(helpPanel(page)).toHaveCount(0)

  await answerAsTeam(browser, world.url, words, 'Please press Unmute.')
  await expect(helpButton(page)).toHaveAccessibleName('Help, 1 unread')
  await expect(helpButton(other)).toHaveAccessibleName('Help, 1 unread')
  await other.bringToFront()
  await helpButton(other).click()
  await expect(helpPanel(other).getByText('Please press Unmute.')).toBeVisible()
  await expect(helpButton(page)).toHaveAccessibleName('Help')
})
