import { test as base, type Browser, expect, type Page } from '@playwright/test'
import { enterAs } from '../scripts/enter-as.ts'
import { removeDataDir, startPrivateServer, type PrivateServer } from '../scripts/private-server.ts'

export const demoPassword = 'Saathi@2026'
export const addressOf = (name: string) => `${name}@saathi.example`

/** A real server with the demo programme, gone when whoever uses it is done. */
export async function lendServer(use: (server: PrivateServer) => Promise<void>): Promise<void> {
  const server = await startPrivateServer()
  await use(server)
  await server.stop()
  removeDataDir(server.dataDir)
}

/** One for each worker. */
export const test = base.extend<object, { world: PrivateServer }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first argument
    async ({}, use) => lendServer(use),
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
})

export { expect }

/** Fills the form as a person would; where it leads is the test's to say. */
export async function submitSignIn(page: Page, name: string, password = demoPassword) {
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(addressOf(name))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export const accountButton = (page: Page, firstName: string) =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(firstName) })

export async function signIn(page: Page, name: string, firstName: string) {
  await submitSignIn(page, name)
  await expect(accountButton(page, firstName)).toBeVisible()
}

/** Said by the test's own browser, where a page would start its worker (see playwright.config.ts). */
const ownWords = 'Service Worker registration blocked by Playwright'

/** Everything the browser complains about, for tests that expect no complaint. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text() === ownWords) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`)
  })
  return complaints
}

/** Somebody of the demo in a window of their own. */
export async function openAs(browser: Browser, url: string, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await enterAs(context, url, name)
  return context.newPage()
}
