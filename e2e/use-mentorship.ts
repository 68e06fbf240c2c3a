import { expect, type Page } from '@playwright/test'
import { answerQuestion, expectSeesAndHears, hangUp, startCall } from './callers.ts'
import { closeCelebration, nextStepButton, readSession, stepHeading, takeQuiz } from './learner.ts'
import { callsOf } from './newcomers.ts'
import { calendarOf, dayIn, openDay, plan } from './planner.ts'

/** A mentee's window, and the name of the conversation with the mentor there. */
export type Member = { page: Page; conversation: RegExp }

/** Uses every part of a mentorship once: the mentor writes, calls and plans, and all complete a session. */
export async function useMentorship(url: string, mentor: Page, mentees: readonly Member[]): Promise<void> {
  await greet(mentor, mentees, 'Namaste, I am your mentor.')
  await callAll(
    mentor,
    mentees.map(({ page }) => page),
  )
  await planEvening(
    mentor,
    mentees.map(({ page }) => page),
  )
  await completeFirstSession(url, [...mentees.map(({ page }) => page), mentor])
}

async function greet(mentor: Page, mentees: readonly Member[], words: string): Promise<void> {
  await mentor.goto('/mentorship')
  await mentor
    .getByRole('link', { name: /^Message/ })
    .first()
    .click()
  await mentor.getByRole('textbox', { name: 'Message' }).fill(words)
  await mentor.getByRole('textbox', { name: 'Message' }).press('Enter')
  for (const { page, conversation } of mentees) {
    await openConversation(page, conversation)
    await expect(page.getByRole('log').getByText(words)).toBeVisible()
  }
}

/** Opens a conversation after the script that rings for incoming calls has loaded. */
async function openConversation(page: Page, conversation: RegExp): Promise<void> {
  const ringer = page.waitForResponse((response) => /\/assets\/later-[^/]*\.js$/.test(response.url()))
  await page.goto('/chat/messenger')
  await ringer
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: conversation }).first().click()
}

async function callAll(caller: Page, called: readonly Page[]): Promise<void> {
  await startCall(caller, 'No')
  // Everybody answers before the call stops ringing.
  for (const page of called) await page.getByRole('alertdialog').getByRole('button', { name: 'Answer' }).click()
  for (const page of called) await answerQuestion(page, 'No')
  const everybody = [caller, ...called]
  for (const page of everybody) await expectSeesAndHears(page, called.length)
  for (const page of everybody) await hangUp(page)
}

async function planEvening(planner: Page, others: readonly Page[]): Promise<void> {
  const day = dayIn(3)
  await openDay(planner, day)
  await plan(planner, { title: 'Our first evening', date: day, repeat: 'NONE' })
  for (const page of others) {
    await openDay(page, day)
    await expect(calendarOf(page).getByRole('article', { name: 'Our first evening' })).toBeVisible()
  }
}

/** Everybody completes the session; the last one then sees it among the completed ones. */
async function completeFirstSession(url: string, members: readonly Page[]): Promise<void> {
  for (const page of members) {
    const [first] = (await (await callsOf(page.context(), url))('GET', '/api/v2/mentorships/sessions/')).sessions
    await readToTheEnd(page, await readSession(page.context(), url, first.title, 'mentorships'))
    if (page !== members.at(-1)) continue
    await page.goto('/mentorship')
    await page.getByRole('tab', { name: 'Completed' }).click()
    await expect(page.getByRole('tabpanel').getByRole('link', { name: first.title })).toBeVisible()
  }
}

/** Every step with its quizzes, up to the badge. */
async function readToTheEnd(page: Page, session: Awaited<ReturnType<typeof readSession>>): Promise<void> {
  await page.goto(`/mentorship/${session.id}/summary`)
  await page
    .getByRole('button', { name: /Start|Continue/ })
    .or(page.getByRole('link', { name: /Start|Continue/ }))
    .click()
  for (const [place, step] of session.sessionSteps.entries()) {
    await expect(stepHeading(page, step.localeTitle)).toBeVisible()
    await takeQuiz(page, step)
    if (place < session.sessionSteps.length - 1) await nextStepButton(page).click()
  }
  await page.getByRole('button', { name: 'DONE' }).click()
  await closeCelebration(page, /badge/)
}
