import type { APIRequestContext, Page } from '@playwright/test'
import { mailedCode, newAddress, strongPassword } from './mailed-code.ts'
import { agree } from './newcomers.ts'
import { accountButton, expect, collectBrowserErrors, test } from './world.ts'

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const pressContinue = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

async function enterEmail(page: Page, email: string) {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading(page, 'Create your account')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'SEND OTP' }).click()
  await heading(page, 'Enter the 6-digit code')
}

async function enterCode(page: Page, request: APIRequestContext, email: string) {
  await page.getByLabel('One-time code').fill(await mailedCode(request, email))
  await pressContinue(page)
  await heading(page, 'Choose a password')
}

async function enterPassword(page: Page) {
  await page.getByLabel('Password', { exact: true }).fill(strongPassword)
  await page.getByLabel('Confirm password').fill(strongPassword)
  await page.getByRole('button', { name: 'Submit' }).click()
  await heading(page, 'I am a Mentee or Mentor')
}

async function accept(page: Page, who: 'Mentee' | 'Mentor') {
  await page.getByText(who, { exact: true }).click()
  await pressContinue(page)
  await heading(page, 'Before you begin')
  await page.getByRole('checkbox', { name: 'I have read this and I agree.' }).check()
  await pressContinue(page)
  await heading(page, 'About you')
}

async function enterNames(page: Page, firstName: string) {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByLabel('Phone number').fill('9800000001')
}

const create = (page: Page) => page.getByRole('button', { name: 'Create my account' }).click()

test('a new mentee signs up by e-mail and lands where the redirect order says', async ({ page, request }) => {
  const browserErrors = collectBrowserErrors(page)
  const email = newAddress('mentee')
  await enterEmail(page, email)
  await enterCode(page, request, email)
  await enterPassword(page)
  await accept(page, 'Mentee')
  await enterNames(page, 'Tara')
  await page.getByLabel('Programme').selectOption('Saathi one to one')
  await create(page)
  await expect(page).toHaveURL(/\/survey(\?|$)/)
  await page.reload()
  await expect(page).toHaveURL(/\/survey(\?|$)/)
  await agree(page)
  await expect(accountButton(page, 'Tara')).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('a new mentor signs up by e-mail; a wrong institution code shows an error above the button and loses nothing', async ({
  page,
  request,
}) => {
  const email = newAddress('mentor')
  await enterEmail(page, email)
  await enterCode(page, request, email)
  await enterPassword(page)
  await accept(page, 'Mentor')
  await enterNames(page, 'Omar')
  await page.getByLabel('Institution code').fill('SPRING-25')
  await create(page)
  await expect(page.getByRole('alert').filter({ hasText: 'institution code' })).toBeVisible()
  await page.getByLabel('Institution code').fill('abc-1234')
  await create(page)
  await expect(page).toHaveURL(/\/survey(\?|$)/)
  await agree(page)
  await expect(accountButton(page, 'Omar')).toBeVisible()
})

test('programmes depend on the e-mail domain, and a closed one is visible but cannot be chosen', async ({ page, request }) => {
  const email = newAddress('student', 'kaveri.example')
  await enterEmail(page, email)
  await enterCode(page, request, email)
  await enterPassword(page)
  await accept(page, 'Mentee')
  await expect(page.getByLabel('Programme').locator('option')).toHaveText(['Kaveri College mentoring'])
  await page.goto('/emailverify')
  const other = newAddress('student')
  await heading(page, 'Create your account')
  await page.getByLabel('E-mail').fill(other)
  await page.getByRole('button', { name: 'SEND OTP' }).click()
  await enterCode(page, request, other)
  await enterPassword(page)
  await accept(page, 'Mentee')
  await expect(page.getByLabel('Programme').locator('option:disabled')).toHaveText([/Spring cohort/])
})

test('a reload during sign-up keeps the countdown and the address, and asks again for code and password', async ({
  page,
  request,
}) => {
  const email = newAddress('reload')
  await enterEmail(page, email)
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/New code in 1:\d\d/)
  const code = await mailedCode(request, email)
  await enterCode(page, request, email)
  await enterPassword(page)
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state]))
  expect(stored).not.toContain(code)
  expect(stored).not.toContain(strongPassword)
  await page.reload()
  await heading(page, 'Choose a password')
  await page.getByLabel('One-time code').fill(code)
  await enterPassword(page)
})

test('going back, with the arrow or the browser, loses nothing that was typed', async ({ page, request }) => {
  const email = newAddress('back')
  await enterEmail(page, email)
  await enterCode(page, request, email)
  await enterPassword(page)
  await accept(page, 'Mentee')
  await enterNames(page, 'Tara')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.goBack()
  await expect(page.getByRole('radio', { name: /^Mentee/ })).toBeChecked()
  await page.goForward()
  await page.goForward()
  await expect(page.getByLabel('Phone number')).toHaveValue('9800000001')
})

test('a person who already has an account sees a message', async ({ page }) => {
  await page.goto('/emailverify')
  await page.getByLabel('E-mail').fill('Asha@saathi.example')
  await page.getByRole('button', { name: 'SEND OTP' }).click()
  await expect(page.getByRole('alert')).toContainText('e-mail already signed up, please log in or reset password')
})
