import type { Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { accountButton, expect, test } from './world.ts'

const memberPages = [
  '/learninghub',
  '/mentorship',
  '/chat/messenger',
  '/calendar/',
  '/surveylisting',
  '/feed',
  '/profile',
  '/moreinfo/faq',
  '/my-reports',
]

/** Every call of the console names this path, so a script that has any of its code contains it. */
const ofConsole = '/api/v2/staff/'

/** The addresses of the scripts whose text belongs to the console, of all that the page has requested. */
async function watchScripts(page: Page) {
  const seen = new Map<string, Promise<boolean>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || seen.has(response.url())) return
    seen.set(
      response.url(),
      response.text().then((text) => text.includes(ofConsole)),
    )
  })
  return async () => {
    const found: string[] = []
    for (const [url, isOfConsole] of seen) if (await isOfConsole) found.push(url)
    return { count: seen.size, found }
  }
}

// With a service worker, scripts would be fetched outside of the page, and also those that the page never asks for.
test.use({ serviceWorkers: 'block' })

test("@smoke @once [STF-05] a member's browser never requests a script of the console", async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  const scriptsSoFar = await watchScripts(page)
  for (const path of memberPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await accountButton(page, 'Asha').click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Team console' })).toHaveCount(0)
  const { count, found } = await scriptsSoFar()
  expect(count).toBeGreaterThan(10)
  expect(found).toEqual([])
  // The path in a script proves something: the console's own page has it.
  await page.goto('/staff')
  await page.waitForLoadState('networkidle')
  expect((await scriptsSoFar()).found).not.toEqual([])
})
