import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import hindi from '../contract/texts/hi/accounts-profile.json' with { type: 'json' }
import { enterAs } from '../scripts/enter-as.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { accountButton, addressOf, demoPassword, expect, signIn, submitSignIn, test } from './world.ts'

/** What is changed belongs to an account, so each screen has a person of its own. */
const people: Record<string, [string, string]> = { phone: ['meera', 'Meera'], desktop: ['arjun', 'Arjun'] }
const personOf = (screen: string) => people[screen] ?? ['asha', 'Asha']

const card = (page: Page, name: string) => page.getByRole('region', { name })

async function openProfile(page: Page, firstName: string) {
  await accountButton(page, firstName).click()
  await page.getByRole('menuitem', { name: /Your profile/ }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(firstName)
}

/** Opens the profile of the person of this screen, and returns their first name. */
async function enterProfile(page: Page, context: BrowserContext, url: string, screen: string): Promise<string> {
  const [name, firstName] = personOf(screen)
  await enterAs(context, url, name)
  await page.goto('/learninghub')
  await openProfile(page, firstName)
  return firstName
}

/** A page as the picture of itself: a real PNG, wider or higher than a square. */
async function choosePicture(page: Page) {
  const buffer = await page.screenshot()
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Drawn by the browser, and not the drawing that stands in for it. */
const drawnWidth = (page: Page) =>
  page
    .locator('main img')
    .first()
    .evaluate((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0))

test('@smoke [ACC-33] one edits name, words and picture, and finds them after a reload', async ({ page, context, world }, {
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

test('[ACC-31] another device is signed out from here at once, and then all of them', async ({ page, browser, world }, {
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

test('[NAV-06] a language chosen in the profile changes every text at once, and back', async ({ page, context, world }, {
  project,
}) => {
  await enterProfile(page, context, world.url, project.name)
  await page.getByLabel('Language', { exact: true }).selectOption('hi')
  await expect(page.getByRole('heading', { name: hindi['profile.look'] })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expectAxeClean(page)
  await page.getByLabel(hindi['profile.look.language'], { exact: true }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Language and look' })).toBeVisible()
})

/** Whoever has just signed in need not show again who they are; this is long enough after it. */
async function later(request: APIRequestContext, url: string, work: () => Promise<void>) {
  const headers = { origin: url }
  await request.post(`${url}/dev/clock/`, { data: { advance_seconds: 20 * 60 }, headers })
  try {
    await work()
  } finally {
    await request.delete(`${url}/dev/clock/`, { headers })
  }
}

test("one takes one's data along, asks to leave, and stays after all", async ({ page, context, request, world }, { project }) => {
  const [name] = personOf(project.name)
  await enterProfile(page, context, world.url, project.name)
  await later(request, world.url, async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const confirm = page.getByRole('dialog', { name: 'Is it you?' })
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

test('@once whoever comes in by Google shows by Google that it is them', async ({ page, context, request, world }) => {
  await enterAs(context, world.url, 'gita')
  await page.goto('/profile')
  await later(request, world.url, async () => {
    await page.getByRole('button', { name: 'Download my data' }).click()
    const confirm = page.getByRole('dialog', { name: 'Is it you?' })
    const opening = page.waitForEvent('popup')
    await confirm.getByRole('button', { name: 'Continue with Google' }).click()
    const google = await opening
    const downloading = page.waitForEvent('download')
    await google.getByRole('button', { name: /Gita Bhatt/ }).click()
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(addressOf('gita'))
    await expect(confirm).toBeHidden()
  })
})

test('what is not saved is not lost silently: by a link, by the back button, by a reload', async ({ page, context, world }) => {
  await enterAs(context, world.url, 'asha')
  await page.goto('/learninghub')
  await openProfile(page, 'Asha')
  const bio = page.getByLabel('A few words about you')
  await bio.fill('Not saved yet')
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Saathi, home' }).click()
  await ask.getByRole('button', { name: 'Stay here' }).click()
  await expect(ask).toBeHidden()
  await page.goBack()
  await expect(ask).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ask).toBeHidden()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(bio).toHaveValue('Not saved yet')
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept()
    return dialog.type()
  })
  await page.reload()
  expect(await asked).toBe('beforeunload')
  await expect(bio).not.toHaveValue('Not saved yet')
})

test('@once the profile fits every width', async ({ page, context, world }) => {
  await enterAs(context, world.url, 'asha')
  await page.goto('/profile')
  await expect(page.getByRole('switch').first()).toBeVisible()
  await page.getByLabel('Last name').fill('Venkatanarasimharajuvaripeta')
  await expectFitsEveryWidth(page)
})
