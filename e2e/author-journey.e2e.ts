import type { Page } from '@playwright/test'
import { openWindow } from './callers.ts'
import { nextStepButton, readSession, stepHeading, takeQuiz } from './learner.ts'
import { answerSurvey, enterAsAdministrator, signUp } from './newcomers.ts'
import { test } from './production.ts'
import { desktop, phone } from './sizes.ts'
import { collectBrowserErrors, expect } from './world.ts'

const TITLE = 'Ask before you sign'
const HINDI = 'दस्तख़त से पहले पूछिए'
const steps = ['Read it twice', 'Ask who pays', 'Keep a copy']

const saved = (desk: Page) => expect(desk.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()

/** A session of three steps, the last with a quiz. */
async function writeSession(desk: Page) {
  await desk.goto('/staff/content')
  await desk.getByRole('button', { name: 'New session' }).click()
  await desk.getByLabel('Title of the session').fill(TITLE)
  await desk.getByRole('button', { name: 'Start writing' }).click()
  for (const [at, title] of steps.entries()) {
    if (at > 0) await desk.getByRole('button', { name: 'Add a step' }).click()
    await expect(desk.getByLabel('Title of the step')).toHaveValue('')
    await desk.getByLabel('Title of the step').fill(title)
    await desk.getByRole('button', { name: 'Text', exact: true }).click()
    await desk.getByLabel('Words (Markdown)').fill(`${title}: this is what to do.`)
    await saved(desk)
  }
  await desk.getByRole('button', { name: 'Quiz', exact: true }).click()
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
}

async function translateAll(desk: Page) {
  await desk.getByRole('tab', { name: 'Translate' }).click()
  await desk.getByRole('combobox', { name: 'Language' }).selectOption('hi')
  const rows = desk.getByRole('region', { name: 'Translate' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  for (const row of await rows.all()) {
    const field = row.getByRole('textbox')
    const name = await field.getAttribute('aria-label')
    await field.fill(name?.endsWith(TITLE) ? HINDI : `हिंदी में ${name?.replace('Translation of: ', '')}`)
    await field.blur()
    await expect(row.getByText('Up to date')).toBeVisible()
  }
  await expect(desk.getByText(/^0 of \d+ texts are open/)).toBeVisible()
}

async function publish(desk: Page) {
  await desk.getByRole('button', { name: 'Publish', exact: true }).click()
  await desk.getByRole('button', { name: 'Publish version 1' }).click()
  await expect(desk.getByText('Live')).toBeVisible()
}

async function writePost(desk: Page) {
  await desk.goto('/staff/content?kind=post')
  await desk.getByRole('button', { name: 'New post' }).click()
  await desk.getByLabel('Title', { exact: true }).fill('Papers day')
  await desk.getByRole('button', { name: 'Start writing' }).click()
  await desk.getByLabel('Words (Markdown)').fill('Bring your papers. We read them together.')
  await desk.getByLabel('Tags').fill('money')
  await desk.getByLabel('Tags').blur()
  await saved(desk)
  await expect(desk.getByLabel('Preview').getByText('We read them together.')).toBeVisible()
  await publish(desk)
}

test('@once [AUT-01] on an empty installation an author writes a session with a quiz, translates and publishes it, and a member takes it', async ({
  page: desk,
  browser,
  production,
}) => {
  const { url } = production
  const errors = [collectBrowserErrors(desk)]
  await desk.setViewportSize(desktop.viewport)
  await enterAsAdministrator(desk, production)
  await writeSession(desk)
  await translateAll(desk)
  await publish(desk)
  await writePost(desk)

  const member = await openWindow(browser, url, { ...phone, ignoreHTTPSErrors: true })
  errors.push(collectBrowserErrors(member))
  await signUp(member, production, { firstName: 'Asha', as: 'Mentee', program: 'Saathi one to one' })
  await answerSurvey(member, true)
  await member.goto('/feed')
  await expect(member.getByRole('heading', { name: 'Papers day' })).toBeVisible()
  const session = await readSession(member.context(), url, TITLE)
  expect(session.sessionSteps.map(({ localeTitle }) => localeTitle)).toEqual(steps)
  await member.goto(`/session/sessionintroduction/${session.id}`)
  await member.getByRole('button', { name: /Start|Continue/ }).click()
  for (const [at, step] of session.sessionSteps.entries()) {
    await expect(stepHeading(member, step.localeTitle)).toBeVisible()
    await takeQuiz(member, step, at === steps.length - 1 ? /./ : undefined)
    if (at < steps.length - 1) await nextStepButton(member).click()
  }
  await member.goto('/profile')
  await member.getByRole('combobox', { name: 'Language' }).selectOption('hi')
  await member.goto(`/session/sessionintroduction/${session.id}`)
  await expect(member.getByRole('heading', { level: 1, name: HINDI })).toBeVisible()
  expect(errors.flat()).toEqual([])
  await member.context().close()
})
