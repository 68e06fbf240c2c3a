import type { Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { makeMentee, newAddress, strongPassword } from './mailed-code.ts'
import { agree, answerPage, continueButton, press } from './newcomers.ts'
import { expectAxeClean } from './screen.ts'
import { expect, collectBrowserErrors, test } from './world.ts'

const NAME = 'About you and your goals'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('[SUR-07] a new mentee is led to the survey, answers every stage, reloads in the middle, and reaches the hub', async ({
  page,
  request,
}, { project }) => {
  const isTouch = project.name === 'phone'
  const browserErrors = collectBrowserErrors(page)
  const email = newAddress('asked')
  await makeMentee(request, email)
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(strongPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/survey$/)
  await agree(page)
  await expect(title(page, NAME)).toBeVisible()
  await press(page.getByRole('button', { name: 'Begin' }), isTouch)

  await expect(page).toHaveURL(/\/stage\?survey=\d+&stage=\d+$/)
  await expect(title(page, 'Where you are today')).toBeVisible()
  await press(continueButton(page), isTouch)
  await expect(page.getByText('Field is mandatory').first()).toBeVisible()
  await expectAxeClean(page)

  const sent: string[] = []
  page.on('request', (each) => {
    if (each.method() === 'POST' && each.url().includes('/screening/answers/')) sent.push(each.headers()['content-type'] ?? '')
  })
  for (const [at, heading] of pages.entries()) {
    await expect(title(page, heading)).toBeVisible()
    await answerPage(page, isTouch)
    if (heading === 'When and how you could talk') {
      await page.reload()
      await expect(title(page, heading)).toBeVisible()
      await expect(page.getByText('We kept what you had answered')).toBeVisible()
      await expect(page.locator('main [data-question="free-hours"] input')).toHaveValue('4')
    }
    if (at === 1) await expectAxeClean(page)
    await press(continueButton(page), isTouch)
  }
  await expect(page).toHaveURL(/\/learninghub$/)
  await expect(page.getByText('Thank you. Your answers are saved.')).toBeVisible()
  expect(sent).toHaveLength(3)
  expect(sent.every((type) => type.startsWith('multipart/form-data'))).toBe(true)
  expect(browserErrors).toEqual([])

  await page.goto('/surveylisting')
  await press(page.getByRole('region', { name: 'Completed' }).getByRole('link', { name: NAME }), isTouch)
  await expect(page.getByRole('button', { name: 'Completed' })).toHaveAttribute('aria-disabled', 'true')
  await press(page.getByRole('link', { name: 'Review answers' }), isTouch)
  await expect(page.getByRole('link', { name: 'my-work.png' })).toBeVisible()
  await expectAxeClean(page)
})

const pages = [
  'Where you are today',
  'What you have learned and made',
  'What you would talk about',
  'When and how you could talk',
  'Talking and working with others',
  'Your days and your tools',
  'You',
]

test('[SUR-01] several open surveys are listed, and one can be started', async ({ page, context, world }) => {
  await signInAs(context, world.url, 'several-surveys')
  await page.goto('/')
  await expect(page).toHaveURL(/\/surveylisting$/)
  await expect(page.getByRole('region', { name: 'Pending' }).getByRole('article')).toHaveCount(2)
  await page.goto('/surveylisting/completedsurveys')
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
  await page.goto('/surveylisting/pendingsurveys')
  await page.getByRole('link', { name: 'Begin: Half way' }).click()
  await expect(title(page, 'Half way')).toBeVisible()
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(title(page, 'The way so far')).toBeVisible()
  await continueButton(page).click()
  await expect(page.getByText('Field is mandatory').first()).toBeVisible()
})
