import type { Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { openStaffCalls } from './staff-calls.ts'
import { accountButton, addressOf, expect, test } from './world.ts'

/** Demo people for each rule of the redirect order. */
const landings = {
  nisha: '/survey', // 3, one open survey
  'several-surveys': '/surveylisting', // 4, more than one
  asha: '/mentorship', // 5, curriculum in use
  farhan: '/mentorship', // 5, matching
  sunil: '/learninghub', // 6, a new session
  'mentorship-locked': '/mentorship', // 7, curriculum shown
  'nothing-open': '/learninghub', // 8, nothing else
}

test('@once [ACC-25] demo people land where the redirect order says', async ({ browser, world }) => {
  for (const [name, path] of Object.entries(landings)) {
    const context = await browser.newContext({ baseURL: world.url })
    await signInAs(context, world.url, name)
    const page = await context.newPage()
    await page.goto('/signin')
    await expect(page, name).toHaveURL((url) => url.pathname === path)
    // The root address follows the same order.
    await page.goto('/')
    await expect(page, name).toHaveURL((url) => url.pathname === path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await context.close()
  }
})

test('@once [ACC-26] a foreign redirectUri is ignored in favour of the redirect order', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'sunil')
  for (const uri of ['//evil.example', 'https://evil.example/', 'javascript:alert(1)', '/signin']) {
    await page.goto(`/signin?${new URLSearchParams({ redirectUri: uri })}`)
    await expect(page).toHaveURL(`${world.url}/learninghub`)
  }
})

/** Every main heading that appeared on the page, from its first frame on. */
async function watchHeadings(page: Page) {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    const collect = () => document.querySelectorAll('h1').forEach(({ textContent }) => seen.add(textContent ?? ''))
    new MutationObserver(collect).observe(document, { childList: true, subtree: true })
    Object.assign(window, { seen })
  })
  return () => page.evaluate(() => ('seen' in window && window.seen instanceof Set ? [...window.seen].map(String) : []))
}

test('@once [ACC-27] nobody sees a page that is not theirs, even for a moment', async ({ page, context, world }) => {
  const seen = await watchHeadings(page)
  await page.goto('/learninghub')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await seen()).toEqual(['Welcome back'])
  await signInAs(context, world.url, 'sunil')
  await page.goto('/signin')
  await expect(accountButton(page, 'Sunil')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await seen()).not.toContain('Welcome back')
})

/** A different newcomer for each browser project, because the terms are shown only once. */
const newcomers: Record<string, [string, string]> = { phone: ['lakshmi', 'Lakshmi'], desktop: ['divya', 'Divya'] }

test('@smoke [ACC-30] the terms are shown once, their texts stay readable, and the requested page follows', async ({
  page,
  context,
  world,
}, { project }) => {
  const [name, firstName] = newcomers[project.name] ?? ['arjun', 'Arjun']
  await signInAs(context, world.url, name)
  // The demo people have agreed already; this reply makes the page ask again, as if the terms had changed.
  let hasAgreed = false
  // Without this, the first page takes its profile from the reply to several calls.
  await page.route('**/api/v2/several/**', (route) => route.abort())
  await page.route('**/api/v2/users/profile/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), has_agreed_terms: hasAgreed } })
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/users/agreement/') && response.ok()) hasAgreed = true
  })
  await page.goto('/learninghub/allsession')
  const popup = page.getByRole('dialog')
  await expect(popup).toBeVisible()
  await popup.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/moreinfo\/termsOfService$/)
  await expect(popup).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('complementary').getByRole('button').click()
  await expect(page).toHaveURL(/\/learninghub\/allsession$/)
  await popup.getByRole('button').first().click()
  await expect(popup).toHaveCount(0)
  await expect(page).toHaveURL(/\/learninghub\/allsession$/)
  await page.reload()
  await expect(accountButton(page, firstName)).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(popup).toHaveCount(0)
})

test('@once [NAV-03] flags changed by staff reach the menu and the page at once', async ({ browser, page, context, world }) => {
  await signInAs(context, world.url, 'nothing-open')
  await page.goto('/learninghub')
  await expect(accountButton(page, 'Leela')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Internships' })).toHaveCount(0)

  const { setFlags } = await openStaffCalls(browser, world.url)
  await setFlags(addressOf('nothing-open'), { internship: 'show', session: 'use' })

  await expect(menu.getByRole('link', { name: 'Internships' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
})
