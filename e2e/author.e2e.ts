import type { Browser, BrowserContext, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { linkAuthenticator } from './every-screen/staff-screens.ts'
import { desktop, phone } from './sizes.ts'
import { expect, test } from './world.ts'

async function open(browser: Browser, url: string, as: string, size: object): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'block',
    ...size,
  })
  await signInAs(context, url, as)
  return context
}

const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()

test('[AUT-01] @once an author writes a session with a quiz, publishes it, and a member takes it', async ({ browser, world }) => {
  const author = await open(browser, world.url, 'leela', desktop)
  const desk = await author.newPage()
  await desk.goto('/staff')
  await linkAuthenticator(desk)

  await desk.goto('/staff/content')
  await desk.getByRole('button', { name: 'New session' }).click()
  await desk.getByLabel('Title of the session').fill('Ask before you sign')
  await desk.getByRole('button', { name: 'Start writing' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Ask before you sign' })).toBeVisible()
  await desk.getByLabel('Title of the step').fill('Read it twice')
  await desk.getByRole('button', { name: 'Text', exact: true }).click()
  await desk.getByLabel('Words (Markdown)').fill('Take the paper home. Read it **twice**.')
  await desk.getByRole('button', { name: 'Quiz', exact: true }).click()
  await saved(desk)
  await expect(desk.getByLabel('Preview').getByText('Take the paper home.')).toBeVisible()
  await desk.getByRole('button', { name: 'Edit the quiz' }).click()
  await desk.getByLabel('Question', { exact: true }).fill('When do you sign?')
  await desk.getByLabel('Answer 1', { exact: true }).fill('After reading')
  await desk.getByLabel('Answer 2', { exact: true }).fill('At once')
  await desk.getByLabel('Answer 1 is right').check()
  await desk.getByRole('tab', { name: 'Settings' }).click()
  await desk.getByLabel('What it is about (Markdown)').fill('What to ask before a signature.')
  await desk.getByLabel('Tags').fill('money')
  await desk.getByLabel('Tags').blur()
  await expect(desk.getByText(/to correct/)).toHaveCount(0)
  await desk.getByRole('button', { name: 'Publish', exact: true }).click()
  await desk.getByRole('button', { name: 'Publish version 1' }).click()
  await expect(desk.getByText('Live')).toBeVisible()

  const member = await open(browser, world.url, 'asha', phone)
  const page = await member.newPage()
  await page.goto('/learninghub/allsession')
  await page.getByRole('link', { name: /Ask before you sign/ }).click()
  await page
    .getByRole('button', { name: /^Start/ })
    .or(page.getByRole('link', { name: /^Start/ }))
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Read it twice' })).toBeVisible()
  await page.getByRole('link', { name: 'Take the quiz' }).click()
  await page.getByText('After reading').click()
  await page.getByRole('button', { name: /^(Submit|Send|Done|Finish)/ }).click()
  await expect(page.getByText(/When do you sign/)).toBeVisible()
  await Promise.all([author.close(), member.close()])
})
