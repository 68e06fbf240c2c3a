import type { Page } from '@playwright/test'
import { test } from './isolated-server.ts'
import { closeCelebration } from './learner.ts'
import { expectAxeClean } from './screen.ts'
import { expect, collectBrowserErrors, openAs } from './world.ts'

const cardOf = (page: Page, name: string) => page.getByRole('article', { name })
const headed = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name })
const stepsOf = (page: Page) => page.getByRole('list', { name: 'Matching steps' }).getByRole('listitem')
const confirmOf = (page: Page) => page.getByRole('region', { name: 'Your choices' }).getByRole('button')

async function runMatching(page: Page, project: string): Promise<void> {
  const answered = await page.request.post('/dev/match/', { data: { project } })
  expect(answered.ok(), await answered.text()).toBe(true)
}

test('@once [DAY-41] a mentee and a mentor who never met go from the search to a sent hello by following the next steps only', async ({
  browser,
  own: { url },
}) => {
  const sneha = await openAs(browser, url, 'sneha')
  const joseph = await openAs(browser, url, 'joseph')
  const browserErrors = [collectBrowserErrors(sneha), collectBrowserErrors(joseph)]
  for (const page of [sneha, joseph]) {
    await page.goto('/mentorship')
    await expect(headed(page, 'We are looking for someone who fits you')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Matching steps' }).getByRole('listitem').first()).toContainText(
      'Finding matches',
    )
  }

  await runMatching(sneha, 'one-to-one')
  // The live socket delivers it: nobody reloads.
  await expect(cardOf(sneha, 'Joseph Toppo')).toBeVisible()
  await expect(headed(joseph, 'We are looking for someone who fits you')).toBeVisible()
  await expect(confirmOf(sneha)).toHaveAccessibleName('Take action on all matches')
  await cardOf(sneha, 'Joseph Toppo').getByRole('button', { name: 'Interested', exact: true }).click()
  await confirmOf(sneha).click()
  await expect(headed(sneha, 'We asked your mentor')).toBeVisible()

  await expect(cardOf(joseph, 'Sneha Kumari')).toBeVisible()
  await expect(stepsOf(joseph)).toHaveCount(2)
  await cardOf(joseph, 'Sneha Kumari').getByRole('button', { name: 'Interested', exact: true }).click()
  await confirmOf(joseph).click()
  // Both celebrate at once, without a reload.
  const yes = sneha.getByRole('dialog', { name: 'Joseph said yes!' })
  await expect(yes).toBeVisible()
  await expectAxeClean(sneha)
  const opener = 'Namaste Joseph, I’m Sneha. Can I tell you a little about myself?'
  await yes.getByRole('link', { name: opener }).click()
  const composer = sneha.getByRole('textbox', { name: 'Message' })
  await expect(composer).toHaveValue(opener)
  await composer.press('Enter')
  await expect(sneha.getByRole('log').getByText(opener)).toBeVisible()

  const match = joseph.getByRole('dialog', { name: 'You and Sneha are a match!' })
  await expect(match).toBeVisible()
  await match.getByRole('button', { name: 'I’ll do this later' }).click()
  await expect(joseph.getByRole('link', { name: 'Sneha Kumari' })).toBeVisible()
  await joseph.goto('/chat/messenger')
  await joseph.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Sneha/ }).click()
  await expect(joseph.getByRole('log').getByText(opener)).toBeVisible()
  expect(browserErrors).toEqual([[], []])
})

test('@once [MAT-04] a group mentor chooses, sees who no longer fits, and the group starts once it is full', async ({
  browser,
  own: { url },
}) => {
  const harpreet = await openAs(browser, url, 'harpreet')
  const manoj = await openAs(browser, url, 'manoj')
  const browserErrors = collectBrowserErrors(harpreet)
  await manoj.goto('/mentorship')
  await expect(headed(manoj, 'आपका समूह बन रहा है')).toBeVisible()
  await expectAxeClean(manoj)

  await harpreet.goto('/mentorship')
  await expect(harpreet.getByText('Your group: 2 of 4 mentees')).toBeVisible()
  await expect(harpreet.getByText('Starts in')).toBeVisible()
  const [salma, bala, nikhil] = ['Salma Qureshi', 'Bala Subramaniam', 'Nikhil Arora'].map((name) => cardOf(harpreet, name))
  if (!salma || !bala || !nikhil) throw new Error('three cards are looked for')
  const yes = { name: 'Interested', exact: true } as const
  await salma.getByRole('button', yes).click()
  await expect(bala).toContainText('Does not fit this group')
  await expectAxeClean(harpreet)
  // A second press takes the choice back, with all its effects.
  await salma.getByRole('button', yes).click()
  await expect(bala.getByRole('button', yes)).toBeVisible()
  await salma.getByRole('button', yes).click()
  await nikhil.getByRole('button', yes).click()
  await expect(confirmOf(harpreet)).toHaveAccessibleName('Confirm choices')
  await confirmOf(harpreet).click()
  await closeCelebration(harpreet, 'Your group has started!')
  await expect(headed(harpreet, '5 members')).toBeVisible()
  await closeCelebration(manoj, /Harpreet/)
  await expect(manoj.getByRole('link', { name: 'Harpreet Singh' })).toBeVisible()
  // The page requests the group once more after it has started; the browser logs the 404 on its own.
  expect(browserErrors.filter((browserError) => !browserError.includes('status of 404'))).toEqual([])
})

test('@once [MAT-01] the demo shows each of the four screens and the history', async ({ browser, world }) => {
  // Mentees choose and wait for an answer, mentors answer, and mentees of groups are chosen.
  const screens: Record<string, { title: RegExp; steps: number }> = {
    tenzin: { title: /We are looking for someone who fits you/, steps: 3 },
    farhan: { title: /Meet the people who fit you/, steps: 3 },
    pooja: { title: /We asked your mentor/, steps: 3 },
    gopal: { title: /Your group is coming together/, steps: 1 },
    farida: { title: /Your group is coming together/, steps: 2 },
    priya: { title: /would like you as a mentor/, steps: 2 },
  }
  for (const [name, { title, steps }] of Object.entries(screens)) {
    const page = await openAs(browser, world.url, name)
    await page.goto('/mentorship')
    await expect(headed(page, title)).toBeVisible()
    await expect(stepsOf(page)).toHaveCount(steps)
    if (name === 'farhan') {
      await page.getByRole('button', { name: 'View matching history' }).click()
      const history = page.getByRole('dialog', { name: 'Matching history' })
      await expect(history.getByText('Matched')).toBeVisible()
    }
    await page.context().close()
  }
})
