import { enterAs } from '../scripts/enter-as.ts'
import { answers, forward, inOrder, readSession, stepHeading } from './learner.ts'
import { test } from './own-world.ts'
import { expect } from './world.ts'

test('@once [LRN-15] the fifth session opens what was held back, without signing in again', async ({ page, context, own }) => {
  await enterAs(context, own.url, 'sunil')
  await page.goto('/learninghub')
  const mentorship = page.getByRole('navigation').getByRole('link', { name: 'Mentorship', exact: true }).first()
  await expect(page.getByRole('heading', { name: /One session to your/ })).toBeVisible()

  // The fifth is read to its end by the same calls the pages make, in another window of the same person.
  const fifth = await readSession(context, own.url, 'When a week goes badly')
  const other = await context.newPage()
  await other.goto(`/session/sessionintroduction/${fifth.id}`)
  await other.getByRole('button', { name: /Start|Continue/ }).click()
  for (const [at, step] of fifth.sessionSteps.entries()) {
    await expect(stepHeading(other, step.localeTitle)).toBeVisible()
    const quiz = step.content.find((item) => item.quiz)?.quiz
    if (quiz) {
      await other
        .getByRole('link', { name: /Take the quiz/ })
        .or(other.getByRole('button', { name: /Take the quiz/ }))
        .click()
      for (const [place, question] of inOrder(quiz.questions).entries()) {
        await expect(other.getByRole('heading', { level: 1 })).toContainText(question.localeTitle)
        await answers[question.questionType]?.(other, 'keyboard')
        await other.getByRole('button', { name: place === quiz.questions.length - 1 ? 'Submit' : 'Next', exact: true }).click()
      }
      const back = other
        .getByRole('link', { name: 'Back to the step' })
        .or(other.getByRole('button', { name: 'Back to the step' }))
      await expect(back.or(stepHeading(other, step.localeTitle))).toBeVisible()
      if (await back.isVisible()) await back.click()
      await expect(stepHeading(other, step.localeTitle)).toBeVisible()
    }
    if (at < fifth.sessionSteps.length - 1) await forward(other).click()
  }
  const done = other.getByRole('button', { name: 'DONE' })
  const rate = other.getByRole('link', { name: 'Rate this session' }).or(other.getByRole('button', { name: 'Rate this session' }))
  await done.or(rate).first().click()
  await expect(other).toHaveURL(/sessionfeedback/)

  await expect(page.getByRole('heading', { name: /is open to you|are open to you/ })).toBeVisible()
  await expect(mentorship).toBeVisible()
})
