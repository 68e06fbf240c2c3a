import type { Page } from '@playwright/test'
import { mailedCode, makeMentee, newAddress, strongPassword } from './mailed-code.ts'
import { expectAxeClean } from './screen.ts'
import { expect, test } from './world.ts'

const newPassword = 'Lamp by 3 Windows?'
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function signInWith(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('@smoke a new password is chosen with the mailed code and signs in, and the old one is refused', async ({
  page,
  request,
  context,
}) => {
  const email = newAddress('forgetful')
  await makeMentee(request, email)
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await heading(page, 'Reset your password')
  await expect(page).toHaveURL(/\/resetpassword$/)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await heading(page, 'Enter the 6-character code')
  const code = await mailedCode(request, email, 2)
  await page.getByLabel('One-time code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Choose a new password')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/survey(\?|$)/)

  await context.clearCookies()
  await page.evaluate(() => localStorage.removeItem('saathi.signedIn'))
  await page.goto('/signin')
  await signInWith(page, email, strongPassword)
  await expect(page.getByRole('alert').filter({ hasText: /password is not right/ })).toBeVisible()
  await signInWith(page, email, newPassword)
  await expect(page).toHaveURL(/\/survey(\?|$)/)
})

test('an unknown address and a Google account each get an explanation', async ({ page }) => {
  await page.goto('/resetpassword?email=nobody@newcomers.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toContainText('Account with this email does not exist')
  await page.getByLabel('E-mail').fill('gita@saathi.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toContainText('Please use the Sign-in via Google option')
})

test('an unknown mailed link shows a message, and its token leaves the address bar', async ({ page }) => {
  await page.goto('/emailverify?token=not-a-real-link')
  await heading(page, 'We do not know this link')
  await expect(page).toHaveURL(/\/emailverify$/)
  await expectAxeClean(page)
})
