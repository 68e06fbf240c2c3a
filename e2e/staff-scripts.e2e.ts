import type { BrowserContext, Page } from '@playwright/test'
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

/** The addresses of all scripts that the page has requested. */
function watchScripts(page: Page): ReadonlySet<string> {
  const seen = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') seen.add(response.url())
  })
  return seen
}

/** The scripts among these whose text belongs to the console. Fetched again: the browser forgets the replies of a page it has left. */
async function findConsoleScripts({ request }: BrowserContext, urls: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = []
  for (const url of urls) if ((await (await request.get(url)).text()).includes(ofConsole)) found.push(url)
  return found
}

// With a service worker, scripts would be fetched outside of the page, and also those that the page never asks for.
test.use({ serviceWorkers: 'block' })

test("@smoke @once [STF-05] a member's browser never requests a script of the console", async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  const scripts = watchScripts(page)
  for (const path of memberPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await accountButton(page, 'Asha').click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Team console' })).toHaveCount(0)
  expect(scripts.size).toBeGreaterThan(10)
  expect(await findConsoleScripts(context, scripts)).toEqual([])
  // The path in a script proves something: the console's own page has it.
  await page.goto('/staff')
  await page.waitForLoadState('networkidle')
  expect(await findConsoleScripts(context, scripts)).not.toEqual([])
})
