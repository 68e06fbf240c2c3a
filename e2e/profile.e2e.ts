import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import hindi from '../contract/texts/hi/accounts-profile.json' with { type: 'json' }
import { signInAs } from '../scripts/sign-in-as.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { accountButton, addressOf, demoPassword, expect, signIn, submitSignIn, test } from './world.ts'

/** The tests change accounts, so each project has its own person. */
const people: Record<string, [string, string]> = { phone: ['meera', 'Meera'], desktop: ['arjun', 'Arjun'] }
const personOf = (screen: string) => people[screen] ?? ['asha', 'Asha']

const card = (page: Page, name: string) => page.getByRole('region', { name })

async function openProfile(page: Page, firstName: string) {
  await accountButton(page, firstName).click()
  await page.getByRole('menuitem', { name: /Your profile/ }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(firstName)
}

/** Opens the profile of this project's person and returns their first name. */
async function enterProfile(page: Page, context: BrowserContext, url: string, screen: string): Promise<string> {
  const [name, firstName] = personOf(screen)
  await signInAs(context, url, name)
  await page.goto('/learninghub')
  await openProfile(page, firstName)
  return firstName
}

/** Uses a screenshot as the picture: a real PNG that is not square. */
async function choosePicture(page: Page) {
  const buffer = await page.screenshot()
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** The width of the loaded picture, zero while a placeholder is shown. */
const drawnWidth = (page: Page) =>
  page
    .locator('main img')
    .first()
    .evaluate((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0))

test('@smoke [ACC-33] a person edits name, bio and picture and finds them after a reload', async ({ page, context, world }, {
  project,
}) => {
  const firstName = await enterProfile(page, context, world.url, project.name)
  await page.getByLabel('Last name').fill('Kumari Devi')
  await page.getByLabel('A few words about you').fill('I like kites.')
  const dialog = await choosePicture(page)
  const area = dialog.getByRole('application')
  const box = await area.boundingBox()
  if (!box) throw new Error('no area')
  await page.mouse.move(box.x + 100, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 140, { steps: 4 })
  await page.mouse.up()
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('1.5')
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Kumari Devi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${firstName} Kumari Devi`)
  await expect(page.getByLabel('A few words about you')).toHaveValue('I like kites.')
  await expect.poll(() => drawnWidth(page)).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible()
})

async function onAnotherDevice(browser: Browser, url: string, name: string, firstName: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await submitSignIn(page, name)
  await expect(accountButton(page, firstName)).toBeVisible()
  return page
}

test('[ACC-31] another device can be signed out from here, and then all of them', async ({ page, browser, world }, {
  project,
}) => {
  const [name, firstName] = personOf(project.name)
  const first = await onAnotherDevice(browser, world.url, name, firstName)
  await signIn(page, name, firstName)
  await openProfile(page, firstName)
  const signIns = card(page, 'Where you are signed in')
  await expect(signIns.getByRole('listitem').first()).toContainText('This device')
  await signIns
    .getByRole('button', { name: /^Sign out .+ last used/ })
    .first()
    .click()
  await expect(page.getByText(/ is signed out\.$/)).toBeVisible()
  await expect(first.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(accountButton(page, firstName)).toBeVisible()

  const second = await onAnotherDevice(browser, world.url, name, firstName)
  await signIns.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await first.context().close()
  await second.context().close()
})

test('[NAV-06] a language chosen in the profile changes every text at once, and can be changed back', async ({
  page,
  context,
  world,
}, { project }) => {
  await enterProfile(page, context, world.url, project.name)
  await page.getByLabel('Language', { exact: true }).selectOption('hi')
  await expect(page.getByRole('heading', { name: hindi['profile.look'] })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expectAxeClean(page)
  await page.getByLabel(hindi['profile.look.language'], { exact: true }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Language and theme' })).toBeVisible()
})

/** Long enough after the sign-in that a re-authentication is required. */
async function afterRecentSignInExpires(request: APIRequestContext, url: string, work: () => Promise<void>) {
  const headers = { origin: url }
  await request.post(`${url}/dev/clock/`, { data: { advance_seconds: 20 * 60 }, headers })
  try {
    await work()
  } finally {
    await request.delete(`${url}/dev/clock/`, { headers })
  }
}

test('a person downloads their data, requests deletion, and cancels it', async ({ page, context, request, world }, {
  project,
}) => {
  const [name] = personOf(project.name)
  await enterProfile(page, context, world.url, project.name)
  await afterRecentSignInExpires(request, world.url, async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirm.getByLabel('Password', { exact: true }).fill('not the password')
    await confirm.getByRole('button', { name: 'Continue' }).click()
    await expect(confirm.getByRole('alert')).toHaveText('That password is not right. Please try again.')
    await confirm.getByLabel('Password', { exact: true }).fill(demoPassword)
    await confirm.getByRole('button', { name: 'Continue' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^saathi-my-data-\d{4}-\d\d-\d\d\.json$/)
    expect(await readFile(await download.path(), 'utf8')).toContain(addressOf(name))

    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Delete in 14 days' }).click()
    await expect(page.getByText(/Your account will be deleted on/)).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByText('Your account stays. Good to have you with us.')).toBeVisible()
    await expect(page.getByText(/Your account will be deleted on/)).toBeHidden()
  })
})

test('@once a person with a Google account re-authenticates with Google', async ({ page, context, request, world }) => {
  await signInAs(context, world.url, 'gita')
  await page.goto('/profile')
  await afterRecentSignInExpires(request, world.url, async () => {
    await page.getByRole('button', { name: 'Download my data' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
    const opening = page.waitForEvent('popup')
    await confirm.getByRole('button', { name: 'Continue with Google' }).click()
    const google = await opening
    const downloading = page.waitForEvent('download')
    await google.getByRole('button', { name: /Gita Bhatt/ }).click()
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(addressOf('gita'))
    await expect(confirm).toBeHidden()
  })
})

test('unsaved changes are not lost silently by a link, the back button or a reload', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/learninghub')
  await openProfile(page, 'Asha')
  const bio = page.getByLabel('A few words about you')
  await bio.fill('Not saved yet')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Saathi, home' }).click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toBeHidden()
  await page.goBack()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(bio).toHaveValue('Not saved yet')
  const prompted = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept()
    return dialog.type()
  })
  await page.reload()
  expect(await prompted).toBe('beforeunload')
  await expect(bio).not.toHaveValue('Not saved yet')
})

test('@once the profile fits every width', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/profile')
  await expect(page.getByRole('switch').first()).toBeVisible()
  await page.getByLabel('Last name').fill('Venkatanarasimharajuvaripeta')
  await expectFitsEveryWidth(page)
})
