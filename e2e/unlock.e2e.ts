import { signInAs } from '../scripts/sign-in-as.ts'
import { nextStepButton, readSession, stepHeading, takeQuiz } from './learner.ts'
import { test } from './isolated-server.ts'
import { expect } from './world.ts'

test('@once [LRN-15] the fifth session unlocks mentorship without signing in again', async ({ page, context, own }) => {
  await signInAs(context, own.url, 'sunil')
  await page.goto('/learninghub')
  const mentorship = page.getByRole('navigation').getByRole('link', { name: 'Mentorship', exact: true }).first()
  await expect(page.getByRole('heading', { name: /One session to your/ })).toBeVisible()

  // The fifth session is read in another window of the same person.
  const fifth = await readSession(context, own.url, 'When a week goes badly')
  const other = await context.newPage()
  await other.goto(`/session/sessionintroduction/${fifth.id}`)
  await other.getByRole('button', { name: /Start|Continue/ }).click()
  for (const [at, step] of fifth.sessionSteps.entries()) {
    await expect(stepHeading(other, step.localeTitle)).toBeVisible()
    await takeQuiz(other, step, at === fifth.sessionSteps.length - 1 ? /You did it: five sessions/ : undefined)
    if (at < fifth.sessionSteps.length - 1) await nextStepButton(other).click()
  }
  await other.getByRole('link', { name: 'Rate this session' }).click()
  await expect(other).toHaveURL(/sessionfeedback/)

  await expect(page.getByRole('heading', { name: /is open to you|are open to you/ })).toBeVisible()
  await expect(mentorship).toBeVisible()
})
