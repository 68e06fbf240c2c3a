import { test as base, type Browser, expect, type Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { removeDataDir, startPrivateServer, type PrivateServer } from '../scripts/private-server.ts'

export const demoPassword = 'Saathi@2026'
export const addressOf = (name: string) => `${name}@saathi.example`

/** A real server with the demo programme, removed after use. */
export async function withServer(use: (server: PrivateServer) => Promise<void>): Promise<void> {
  const server = await startPrivateServer()
  await use(server)
  await server.stop()
  removeDataDir(server.dataDir)
}

/** One server per Playwright worker. */
export const test = base.extend<object, { world: PrivateServer }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first argument
    async ({}, use) => withServer(use),
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
})

export { expect }

/** Fills in the sign-in form. The test itself checks where it leads. */
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

/** Playwright prints this when a page would start its worker (see playwright.config.ts). */
const playwrightNotice = 'Service Worker registration blocked by Playwright'

/** Collects everything the browser reports, for tests that expect no errors. */
export function collectBrowserErrors(page: Page): string[] {
  const browserErrors: string[] = []
  page.on('console', (message) => {
    if (message.text() === playwrightNotice) return
    if (message.type() !== 'error' && message.type() !== 'warning') return
    browserErrors.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => browserErrors.push(`uncaught: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) browserErrors.push(`${response.status()} ${response.url()}`)
  })
  return browserErrors
}

/** A window signed in as a person of the demo. */
export async function openAs(browser: Browser, url: string, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await signInAs(context, url, name)
  return context.newPage()
}
