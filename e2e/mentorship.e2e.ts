import { signInAs } from '../scripts/sign-in-as.ts'
import { nextStepButton, readSession, stepHeading } from './learner.ts'
import { expect, collectBrowserErrors, openAs, test } from './world.ts'

test('@smoke [MEN-02] the home shows the partner, the step to resume, the lists, deadlines and rewards', async ({
  page,
  context,
  world,
}) => {
  await signInAs(context, world.url, 'asha')
  const browserErrors = collectBrowserErrors(page)
  await page.goto('/mentorship')
  await expect(page.getByRole('link', { name: 'Ravi Kulkarni' })).toBeVisible()
  await expect(page.getByText('Pick up where you left off')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rewards' })).toBeVisible()
  await expect(page.getByText(/^\d\d-week streak$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Available' }).click()
  const ahead = page.getByRole('tabpanel').getByRole('link', { name: 'A day at work' })
  await expect(ahead).toBeVisible()
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Two stories' })).toBeVisible()
  await page.getByRole('tab', { name: 'Completed' }).press('ArrowLeft')
  await ahead.click()
  await expect(page).toHaveURL(/\/mentorship\/\d+\/sessionintro/)
  await expect(page.getByRole('heading', { level: 1, name: 'A day at work' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Available', selected: true })).toBeVisible()
  await page.getByRole('link', { name: 'Ravi Kulkarni' }).click()
  await expect(page.getByRole('heading', { name: 'Ravi Kulkarni' })).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('@once [MEN-01] people who wait, are locked out or have no partner see their status, and started sessions stay readable', async ({
  browser,
  world,
}) => {
  const screens: Record<string, string> = {
    tenzin: 'We are looking for someone who fits you',
    farhan: 'Meet the people who fit you',
    'mentorship-locked': 'Mentorship opens soon',
    'mentorship-ended': 'Your mentorship has ended',
  }
  for (const [name, title] of Object.entries(screens)) {
    const page = await openAs(browser, world.url, name)
    await page.goto('/mentorship')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    if (name !== 'mentorship-ended') await page.context().close()
  }

  const zoya = browser.contexts().at(-1)?.pages()[0]
  if (!zoya) throw new Error('the page is gone')
  const writes: string[] = []
  zoya.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/learninghub/')) writes.push(request.url())
  })
  const session = await readSession(zoya.context(), world.url, 'One goal for three months', 'mentorships')
  await zoya.goto(`/mentorship/${session.id}/step/${session.sessionSteps[0]?.id ?? 0}`)
  for (const step of session.sessionSteps.slice(0, 3)) {
    await expect(stepHeading(zoya, step.localeTitle)).toBeVisible()
    await nextStepButton(zoya).click()
  }
  expect(writes).toEqual([])
  await zoya.context().close()
})
