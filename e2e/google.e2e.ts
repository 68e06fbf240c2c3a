import type { Page } from '@playwright/test'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { accountButton, expect, collectBrowserErrors, test } from './world.ts'

const googleButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' })

/** Presses the button and returns the popup window of the fake Google. */
async function openGoogle(page: Page, address = '/signin'): Promise<Page> {
  await page.goto(address)
  const popup = page.waitForEvent('popup')
  await googleButton(page).click()
  const google = await popup
  await expect(google.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  return google
}

async function choose(google: Page, name: string) {
  const gone = google.waitForEvent('close')
  await google.getByRole('button', { name: new RegExp(name) }).click()
  await gone
}

test('@smoke [ACC-08] gita signs in with Google: the popup asks for the account, closes, and she is signed in', async ({
  page,
}) => {
  const browserErrors = collectBrowserErrors(page)
  const google = await openGoogle(page)
  browserErrors.push(...collectBrowserErrors(google))
  await choose(google, 'Gita Bhatt')
  await expect(accountButton(page, 'Gita')).toBeVisible()
  expect(new URL(page.url()).pathname).not.toBe('/signin')
  await page.reload()
  await expect(accountButton(page, 'Gita')).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('[ACC-09] a Google account without a Saathi account goes to /signup with name and e-mail filled in', async ({ page }) => {
  await choose(await openGoogle(page), 'Sana Sheikh')
  await expect(page).toHaveURL(/\/signup/)
  await page.getByText('Mentee', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'I have read this and I agree.' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('sana.sheikh@saathi.example')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Sana')
  await expect(page.getByLabel('Last name')).toHaveValue('Sheikh')
})

test('[ACC-08] closing the popup shows a message, and the next try works', async ({ page }) => {
  const google = await openGoogle(page)
  await google.close()
  await expect(page.getByRole('alert').filter({ hasText: "Google's window was closed" })).toBeVisible()
  await expect(googleButton(page)).not.toHaveAttribute('aria-disabled')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  const popup = page.waitForEvent('popup')
  await googleButton(page).click()
  await choose(await popup, 'Gita Bhatt')
  await expect(accountButton(page, 'Gita')).toBeVisible()
})

test('[ACC-08] cancelling at Google shows a message', async ({ page }) => {
  await choose(await openGoogle(page), 'Cancel')
  await expect(page.getByRole('alert').filter({ hasText: 'Google sign-in was cancelled.' })).toBeVisible()
  await expect(googleButton(page)).not.toHaveAttribute('aria-disabled')
})

test('[ACC-08] an account with a password cannot be opened with Google, and says so', async ({ page }) => {
  const google = await openGoogle(page)
  await google.getByText('Use another account').click()
  await google.getByLabel('Name').fill('Asha Rao')
  await google.getByLabel('E-mail').fill('asha@saathi.example')
  await choose(google, '^Continue$')
  await expect(page.getByRole('alert').filter({ hasText: 'You already have an account' })).toBeVisible()
})

test('the fake Google page has no axe violations, even with an invalid address', async ({ page }) => {
  const google = await openGoogle(page)
  await expectAxeClean(google)
  await google.getByText('Use another account').click()
  // The browser would not submit this address, but the server must handle it too.
  await google.getByLabel('E-mail').evaluate((input) => input.setAttribute('type', 'text'))
  await google.getByLabel('E-mail').fill('no address')
  await google.getByRole('button', { name: 'Continue' }).click()
  await expect(google.getByRole('alert')).toHaveText('This does not look like an e-mail address. Please check it.')
  await expectAxeClean(google)
})

test('@once the fake Google page fits every width', async ({ page }) => {
  const google = await openGoogle(page)
  await google.getByText('Use another account').click()
  await expectFitsEveryWidth(google)
})

test('@once [ACC-08] sign-in works with a Google on another origin whose keys are fetched from there', async ({
  page,
  world,
}) => {
  const product = await startPrivateServer({
    env: {
      GOOGLE_CLIENT_ID: 'saathi-demo',
      GOOGLE_ISSUER: 'http://localhost:0/dev/google',
      GOOGLE_KEYS_URL: `${world.url}/dev/google/jwks`,
      GOOGLE_AUTHORIZATION_URL: `${world.url}/dev/google/auth`,
    },
  })
  try {
    const google = await openGoogle(page, `${product.url}/signin`)
    expect(new URL(google.url()).origin).toBe(new URL(world.url).origin)
    await choose(google, 'Gita Bhatt')
    await expect(accountButton(page, 'Gita')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(new URL(product.url).origin)
  } finally {
    await product.stop()
    removeDataDir(product.dataDir)
  }
})
