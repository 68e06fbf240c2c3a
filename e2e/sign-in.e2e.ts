import type { Page } from '@playwright/test'
import hindiShell from '../contract/texts/hi/shell.json' with { type: 'json' }
import hindiSignIn from '../contract/texts/hi/accounts.json' with { type: 'json' }
import { enterAs } from '../scripts/enter-as.ts'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { mailedLink } from './mailed-code.ts'
import { accountButton, addressOf, demoPassword, expect, signIn, submitSignIn, test } from './world.ts'

const whoSignsIn = {
  asha: 'Asha',
  ravi: 'Ravi',
  meera: 'Meera',
  arjun: 'Arjun',
  divya: 'Divya',
  imran: 'Imran',
  kavya: 'Kavya',
  lakshmi: 'Lakshmi',
  nisha: 'Nisha',
  farhan: 'Farhan',
  priya: 'Priya',
  sunil: 'Sunil',
  anita: 'Anita',
  staff: 'Harjit',
  'several-surveys': 'Tara',
  'mentorship-locked': 'Mohan',
  'nothing-open': 'Leela',
}

test('@smoke asha signs in and sees her name', async ({ page }) => {
  await signIn(page, 'asha', 'Asha')
  expect(new URL(page.url()).pathname).not.toBe('/signin')
})

test('@smoke @once every demo account signs in with the demo password', async ({ request }) => {
  for (const [name, firstName] of Object.entries(whoSignsIn)) {
    const data = { email: addressOf(name), password: demoPassword }
    const signedIn = await request.post('/api/v2/identity/sign-in/', { data })
    expect(signedIn.status(), name).toBe(200)
    const headers = { authorization: `Bearer ${(await signedIn.json()).access_token}` }
    const profile = await request.get('/api/v2/users/profile/', { headers })
    expect(await profile.json(), name).toMatchObject({ first_name: firstName })
  }
})

const whoIsRefused = [
  { name: 'unverified', says: 'Email Not Verified' },
  { name: 'gita', says: /signed up for our app via Google/ },
  { name: 'blocked', says: /disabled/i },
]

test('@once accounts that may not sign in by password are told why', async ({ page }) => {
  for (const { name, says } of whoIsRefused) {
    await submitSignIn(page, name)
    await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  }
})

test('@smoke a wrong password is refused, and the right one is taken afterwards', async ({ page }) => {
  await submitSignIn(page, 'ravi', 'not his password')
  await expect(page.getByRole('alert').filter({ hasText: /password is not right/ })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('Saathi@2026')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(accountButton(page, 'Ravi')).toBeVisible()
})

test('@once an unverified address gets its link again, follows it, and is let in', async ({ browser }) => {
  const own = await startPrivateServer()
  const context = await browser.newContext({ baseURL: own.url })
  const page = await context.newPage()
  await submitSignIn(page, 'unverified')
  await expect(page.getByRole('alert').filter({ hasText: 'Email Not Verified' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByRole('status').filter({ hasText: /a new link is on its way/ })).toBeVisible()
  const link = await mailedLink(context.request, addressOf('unverified'))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link was already used' })).toBeVisible()
  await submitSignIn(page, 'unverified')
  await expect(page).not.toHaveURL(/signin/)
  await context.close()
  await own.stop()
  removeDataDir(own.dataDir)
})

test('the sign-in page offers Google too', async ({ page }) => {
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
})

test('a language chosen on the sign-in page is still there after a reload', async ({ page }) => {
  await page.goto('/signin')
  await page.getByLabel('Language').selectOption('hi')
  await expect(page.getByRole('heading', { name: hindiSignIn['signIn.title'] })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: hindiSignIn['signIn.title'] })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', /^hi/)
})

/** A language belongs to the account, so each screen of this test has a person of its own. */
const readers: Record<string, string> = { phone: 'kavya', desktop: 'imran' }

test('@smoke a language chosen inside changes every text at once and stays after a reload', async ({ page, context, world }, {
  project,
}) => {
  await enterAs(context, world.url, readers[project.name] ?? 'asha')
  await page.goto('/learninghub')
  await page.getByRole('button', { name: /language: English/ }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  const menu = page.getByRole('navigation').getByText(hindiShell['shell.menu.learning']).filter({ visible: true })
  await expect(menu.first()).toBeVisible()
  await page.reload()
  await expect(menu.first()).toBeVisible()
})

async function signOut(page: Page, firstName: string) {
  await accountButton(page, firstName).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}

test('@smoke signing out ends the session here, in the other tab, and after a reload', async ({ page, context }) => {
  await signIn(page, 'asha', 'Asha')
  const other = await context.newPage()
  await other.goto('/learninghub')
  await expect(accountButton(other, 'Asha')).toBeVisible()
  await signOut(page, 'Asha')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.goto('/learninghub')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('a session survives a reload', async ({ page }) => {
  await signIn(page, 'asha', 'Asha')
  await page.goto('/learninghub')
  await page.reload()
  await expect(accountButton(page, 'Asha')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('whoever is signed out is led to sign in, and then to where they wanted to go', async ({ page }) => {
  await page.goto('/learninghub/allsession')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('E-mail').fill('sunil@saathi.example')
  await page.getByLabel('Password', { exact: true }).fill('Saathi@2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/learninghub\/allsession$/)
})

test('an address nobody knows shows a page that says so, with a way home', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'We could not find this page' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
