import type { Locator, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { tap } from './tap.ts'
import {
  answerQuestion,
  closeCelebration,
  expectAddress,
  nextStepButton,
  type InputMethod,
  sortQuestions,
  readSession,
  stepHeading,
} from './learner.ts'
import { expect, collectBrowserErrors, test } from './world.ts'

/** The reader in each browser project. Neither is in a mentorship; one uses touch, the other the keyboard. */
const readers: Record<string, { name: string; hand: InputMethod }> = {
  phone: { name: 'several-surveys', hand: 'touch' },
  desktop: { name: 'gita', hand: 'keyboard' },
}
const TITLE = 'First salary, first plan'

async function press(page: Page, hand: InputMethod, target: Locator) {
  if (hand === 'touch') return tap(target)
  await target.focus()
  await page.keyboard.press('Enter')
}

/** A swipe from right to left over the step, as the browser would report it. */
async function swipeForward(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  const at = (x: number) => [{ x, y: height * 0.5 }]
  // The finger rests before it is lifted: after a fling the browser would ignore the next tap.
  const end = Date.now() / 1000
  const start = end - 0.5
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(width * 0.85), timestamp: start })
  for (const [place, part] of [0.75, 0.6, 0.45, 0.3, 0.15].entries()) {
    const timestamp = start + (place + 1) * 0.02
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(width * part), timestamp })
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: end })
  await cdp.detach()
}

async function expectStored(page: Page, step: number) {
  await expectAddress(page, step)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saathi.sessions'))).toContain(`:${step}`)
}

const goForward = (page: Page, hand: InputMethod) => (hand === 'touch' ? swipeForward(page) : page.keyboard.press('ArrowRight'))

test('@smoke [LRN-16] a person finds a session, reads it, is stopped at its quiz, finishes and rates it, and sees it completed', async ({
  page,
  context,
  world,
}, { project }) => {
  const { name, hand } = readers[project.name] ?? { name: 'several-surveys', hand: 'touch' }
  await signInAs(context, world.url, name)
  const browserErrors = collectBrowserErrors(page)
  const session = await readSession(context, world.url, TITLE)

  await page.goto('/learninghub/allsession')
  await press(page, hand, page.getByRole('link', { name: new RegExp(TITLE) }).first())
  await expect(page).toHaveURL(/\/session\/sessionintroduction\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  const started = page.waitForRequest((request) => request.url().includes('/session-start/'))
  await press(page, hand, page.getByRole('button', { name: 'Start' }))
  await started

  for (const [at, step] of session.sessionSteps.entries()) {
    const isLast = at === session.sessionSteps.length - 1
    await expect(stepHeading(page, step.localeTitle)).toBeVisible()
    const quiz = step.content.find((item) => item.quiz)?.quiz
    if (quiz) {
      const mustAnswer = quiz.questions.some(({ mandatory }) => mandatory)
      if (mustAnswer) {
        await expect(page.getByText('Please take the quiz before moving forward')).toBeVisible()
        if (!isLast) {
          await expect(nextStepButton(page)).toHaveAttribute('aria-disabled', 'true')
          await goForward(page, hand)
          await expect(stepHeading(page, step.localeTitle)).toBeVisible()
        }
      }
      const take = page.getByRole('link', { name: /Take the quiz/ }).or(page.getByRole('button', { name: /Take the quiz/ }))
      await expectAddress(page, step.id)
      await press(page, hand, take)
      await expect(page).toHaveURL(/\/quiz\/?\?/)
      for (const [place, question] of sortQuestions(quiz.questions).entries()) {
        await expect(page.getByRole('heading', { level: 1 })).toContainText(question.localeTitle)
        await answerQuestion(page, question, hand)
        const isLastQuestion = place === quiz.questions.length - 1
        await press(page, hand, page.getByRole('button', { name: isLastQuestion ? 'Submit' : 'Next', exact: true }))
      }
      if (isLast) await closeCelebration(page, /^Session \d+ done$/)
      const back = page.getByRole('link', { name: 'Back to the step' }).or(page.getByRole('button', { name: 'Back to the step' }))
      await expect(back.or(stepHeading(page, step.localeTitle))).toBeVisible()
      if (await back.isVisible()) await press(page, hand, back)
      await expect(stepHeading(page, step.localeTitle)).toBeVisible()
      await expect(page.getByText('Please take the quiz before moving forward')).toHaveCount(0)
    }
    if (at === 1) {
      // Closed and reopened at the same step.
      await expectStored(page, step.id)
      await page.reload()
      await expect(stepHeading(page, step.localeTitle)).toBeVisible()
      await expectStored(page, step.id)
      await page.goto('/learninghub')
      await page.goto(`/session/step?session=${session.id}`)
      await expect(stepHeading(page, step.localeTitle)).toBeVisible()
    }
    if (!isLast) await goForward(page, hand)
  }

  // The quiz of the last step has completed the session; the next action is visible without scrolling.
  const rate = page.getByRole('link', { name: 'Rate this session' })
  await expect(rate).toBeInViewport()
  await press(page, hand, rate)
  await expect(page).toHaveURL(/\/session\/step\/sessionfeedback\/?\?session=\d+$/)
  const submit = page.getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  const star = page.getByRole('radio', { name: '4 stars' })
  if (hand === 'keyboard') {
    await page.getByRole('radio').first().focus()
    await page.keyboard.press('4')
  } else await tap(page.locator('label', { has: star }))
  await expect(star).toBeChecked()
  await page.getByRole('textbox').fill('The pot for the bad month stays with me.')
  await press(page, hand, submit)
  await expect(page).toHaveURL(/\/learninghub$/)

  await page.goto('/learninghub/allsession')
  const card = page.getByRole('article').filter({ hasText: TITLE })
  await expect(card).toContainText('completed')
  expect(browserErrors).toEqual([])
})
