import type { Page } from '@playwright/test'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { accountButton, expect, listenForComplaints, test } from './world.ts'

const googleButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' })

/** Presses the button; what opens is the window of whoever plays Google. */
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

test('@smoke [ACC-08] gita signs in by Google: the popup asks who she is, goes away, and she is inside', async ({ page }) => {
  const complaints = listenForComplaints(page)
  const google = await openGoogle(page)
  complaints.push(...listenForComplaints(google))
  await choose(google, 'Gita Bhatt')
  await expect(accountButton(page, 'Gita')).toBeVisible()
  expect(new URL(page.url()).pathname).not.toBe('/signin')
  await page.reload()
  await expect(accountButton(page, 'Gita')).toBeVisible()
  expect(complaints).toEqual([])
})

test('[ACC-09] somebody Google knows and we do not goes to /signup, with name and e-mail', async ({ page }) => {
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

test('[ACC-08] closing the popup is told in words, and the next try works', async ({ page }) => {
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

test('[ACC-08] saying no to Google is told in words', async ({ page }) => {
  await choose(await openGoogle(page), 'Cancel')
  await expect(page.getByRole('alert').filter({ hasText: 'You chose not to go on with Google.' })).toBeVisible()
  await expect(googleButton(page)).not.toHaveAttribute('aria-disabled')
})

test('[ACC-08] an account with a password is not opened by Google, and says so', async ({ page }) => {
  const google = await openGoogle(page)
  await google.getByText('Use another account').click()
  await google.getByLabel('Name').fill('Asha Rao')
  await google.getByLabel('E-mail').fill('asha@saathi.example')
  await choose(google, '^Continue$')
  await expect(page.getByRole('alert').filter({ hasText: 'You already have an account' })).toBeVisible()
})

test('the page that plays Google is clean for axe, also where an address is wrong', async ({ page }) => {
  const google = await openGoogle(page)
  await expectAxeClean(google)
  await google.getByText('Use another account').click()
  // A browser would not send it; whoever answers must cope all the same.
  await google.getByLabel('E-mail').evaluate((input) => input.setAttribute('type', 'text'))
  await google.getByLabel('E-mail').fill('no address')
  await google.getByRole('button', { name: 'Continue' }).click()
  await expect(google.getByRole('alert')).toHaveText('This does not look like an e-mail address. Please check it.')
  await expectAxeClean(google)
})

test('@once the page that plays Google fits every width', async ({ page }) => {
  const google = await openGoogle(page)
  await google.getByText('Use another account').click()
  await expectFitsEveryWidth(google)
})

test('@once [ACC-08] a Google on another site signs in too, its keys fetched from there', async ({ page, world }) => {
  test.setTimeout(180_000)
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
