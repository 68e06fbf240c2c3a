import type { APIRequestContext, Page } from '@playwright/test'
import { mailedCode, newAddress, strongPassword } from './mailed-code.ts'
import { agree } from './newcomers.ts'
import { accountButton, expect, listenForComplaints, test } from './world.ts'

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const onwards = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

async function giveEmail(page: Page, email: string) {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading(page, 'Create your account')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'SEND OTP' }).click()
  await heading(page, 'Enter the 6-digit code')
}

async function giveCode(page: Page, request: APIRequestContext, email: string) {
  await page.getByLabel('One-time code').fill(await mailedCode(request, email))
  await onwards(page)
  await heading(page, 'Choose a password')
}

async function givePassword(page: Page) {
  await page.getByLabel('Password', { exact: true }).fill(strongPassword)
  await page.getByLabel('Confirm password').fill(strongPassword)
  await page.getByRole('button', { name: 'Submit' }).click()
  await heading(page, 'I am a Mentee or Mentor')
}

async function accept(page: Page, who: 'Mentee' | 'Mentor') {
  await page.getByText(who, { exact: true }).click()
  await onwards(page)
  await heading(page, 'Before you begin')
  await page.getByRole('checkbox', { name: 'I have read this and I agree.' }).check()
  await onwards(page)
  await heading(page, 'About you')
}

async function giveNames(page: Page, firstName: string) {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByLabel('Phone number').fill('9800000001')
}

const create = (page: Page) => page.getByRole('button', { name: 'Create my account' }).click()

test('a new mentee signs up by mail and lands where the redirect order says', async ({ page, request }) => {
  const complaints = listenForComplaints(page)
  const email = newAddress('mentee')
  await giveEmail(page, email)
  await giveCode(page, request, email)
  await givePassword(page)
  await accept(page, 'Mentee')
  await giveNames(page, 'Tara')
  await page.getByLabel('Program').selectOption('Saathi one to one')
  await create(page)
  await expect(page).toHaveURL(/\/survey(\?|$)/)
  await page.reload()
  await expect(page).toHaveURL(/\/survey(\?|$)/)
  await agree(page)
  await expect(accountButton(page, 'Tara')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a new mentor signs up by mail; a wrong institution code shows an error above the button and loses nothing', async ({
  page,
  request,
}) => {
  const email = newAddress('mentor')
  await giveEmail(page, email)
  await giveCode(page, request, email)
  await givePassword(page)
  await accept(page, 'Mentor')
  await giveNames(page, 'Omar')
  await page.getByLabel('Institution code').fill('SPRING-25')
  await create(page)
  await expect(page.getByRole('alert').filter({ hasText: 'institution code' })).toBeVisible()
  await page.getByLabel('Institution code').fill('abc-1234')
  await create(page)
  await expect(page).toHaveURL(/\/survey(\?|$)/)
  await agree(page)
  await expect(accountButton(page, 'Omar')).toBeVisible()
})

test('programs follow the address, and one that is closed is seen and cannot be chosen', async ({ page, request }) => {
  const email = newAddress('student', 'kaveri.example')
  await giveEmail(page, email)
  await giveCode(page, request, email)
  await givePassword(page)
  await accept(page, 'Mentee')
  await expect(page.getByLabel('Program').locator('option')).toHaveText(['Kaveri College mentoring'])
  await page.goto('/emailverify')
  const other = newAddress('student')
  await heading(page, 'Create your account')
  await page.getByLabel('E-mail').fill(other)
  await page.getByRole('button', { name: 'SEND OTP' }).click()
  await giveCode(page, request, other)
  await givePassword(page)
  await accept(page, 'Mentee')
  await expect(page.getByLabel('Program').locator('option:disabled')).toHaveText([/Spring cohort/])
})

test('a reload in the middle keeps the countdown and the address, and asks anew for what must not be kept', async ({
  page,
  request,
}) => {
  const email = newAddress('reload')
  await giveEmail(page, email)
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/New code in 1:\d\d/)
  const code = await mailedCode(request, email)
  await giveCode(page, request, email)
  await givePassword(page)
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state]))
  expect(kept).not.toContain(code)
  expect(kept).not.toContain(strongPassword)
  await page.reload()
  await heading(page, 'Choose a password')
  await page.getByLabel('One-time code').fill(code)
  await givePassword(page)
})

test('going back, by the arrow and by the browser, loses nothing that was typed', async ({ page, request }) => {
  const email = newAddress('back')
  await giveEmail(page, email)
  await giveCode(page, request, email)
  await givePassword(page)
  await accept(page, 'Mentee')
  await giveNames(page, 'Tara')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.goBack()
  await expect(page.getByRole('radio', { name: /^Mentee/ })).toBeChecked()
  await page.goForward()
  await page.goForward()
  await expect(page.getByLabel('Phone number')).toHaveValue('9800000001')
})

test('someone who has an account is told so', async ({ page }) => {
  await page.goto('/emailverify')
  await page.getByLabel('E-mail').fill('Asha@saathi.example')
  await page.getByRole('button', { name: 'SEND OTP' }).click()
  await expect(page.getByRole('alert')).toContainText('e-mail already signed up, please log in or reset password')
})
