import type { Page } from '@playwright/test'
import { answerQuestion, expectSeesAndHears, hangUp, launchCaller, openWindow } from './callers.ts'
import { closeMoment, forward, readSession, stepHeading, takeQuiz } from './learner.ts'
import { answerSurvey, callsOf, completeHubSessions, enterAsAdministrator, signUp } from './newcomers.ts'
import { calendarOf, dayIn, openDay, plan } from './planner.ts'
import { test } from './production.ts'
import { desktop, phone } from './sizes.ts'
import { expect, listenForComplaints } from './world.ts'

/** Nothing here is planted: an empty installation, and people who come in as everybody does. */

const headed = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name })
const cardOf = (page: Page, name: string) => page.getByRole('article', { name })
const choices = (page: Page) => page.getByRole('region', { name: 'Your choices' }).getByRole('button')

/** Reads the fifth session to its end, as far as the moment that says what is open now. */
async function readFifthSession(page: Page, url: string): Promise<void> {
  const send = await callsOf(page.context(), url)
  const { sessions }: { sessions: { title: string; session_status: string }[] } = await send(
    'GET',
    '/api/v2/learninghub/sessions/?size=50',
  )
  const title = sessions.find(({ session_status }) => session_status === 'NOT_STARTED')?.title ?? ''
  const fifth = await readSession(page.context(), url, title)
  await page.goto(`/session/sessionintroduction/${fifth.id}`)
  await page.getByRole('button', { name: /Start|Continue/ }).click()
  for (const [at, step] of fifth.sessionSteps.entries()) {
    const isLast = at === fifth.sessionSteps.length - 1
    await expect(stepHeading(page, step.localeTitle)).toBeVisible()
    await takeQuiz(page, step, isLast ? /You did it: five sessions/ : undefined)
    if (!isLast) await forward(page).click()
  }
}

/** One yes to the only card. */
async function sayYes(page: Page, to: string): Promise<void> {
  await page.goto('/mentorship')
  await cardOf(page, to).getByRole('button', { name: 'Interested', exact: true }).click()
  await choices(page).click()
}

test('@smoke @once [MAT-09] on an empty installation two people sign up, are matched, and talk, call, plan and learn together', async ({
  page: office,
  production,
}) => {
  test.setTimeout(600_000)
  const { url } = production
  const staff = await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const asha = await openWindow(browser, url, { ...phone, ignoreHTTPSErrors: true })
  const ravi = await openWindow(browser, url, { ...desktop, ignoreHTTPSErrors: true })
  const complaints = [asha, ravi].flatMap(listenForComplaints)

  await signUp(asha, production, { firstName: 'Asha', as: 'Mentee', program: 'Saathi one to one' })
  await answerSurvey(asha, true)
  await signUp(ravi, production, { firstName: 'Ravi', as: 'Mentor', institutionCode: 'ABC-1234' })
  await answerSurvey(ravi, false)
  await completeHubSessions(asha.context(), url, 4)
  await readFifthSession(asha, url)

  const { seekers }: { seekers: { person: number; name: string }[] } = await staff('GET', '/api/v2/staff/matching/seekers/')
  const mentor = seekers.find(({ name }) => name.startsWith('Ravi'))?.person ?? 0
  await staff('PUT', `/api/v2/staff/matching/seekers/${mentor}/`, { is_approved: true })
  await staff('POST', '/api/v2/staff/matching/run/', { project: 'one-to-one', dry_run: false })

  await sayYes(asha, 'Ravi Newcomer')
  await expect(headed(asha, 'One answer is still on its way')).toBeVisible()
  await sayYes(ravi, 'Asha Newcomer')
  await expect(asha.getByRole('link', { name: 'Ravi Newcomer' })).toBeVisible()

  await ravi.goto('/mentorship')
  await ravi
    .getByRole('link', { name: /^Message/ })
    .first()
    .click()
  await ravi.getByRole('textbox', { name: 'Message' }).fill('Namaste Asha, I am Ravi.')
  await ravi.getByRole('textbox', { name: 'Message' }).press('Enter')
  // Asha is rung only once the part of the page that rings is there.
  const ringer = asha.waitForResponse((response) => response.url().includes('video-beside'))
  await asha.goto('/chat/messenger')
  await ringer
  await asha.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Ravi/ }).click()
  await expect(asha.getByRole('log').getByText('Namaste Asha, I am Ravi.')).toBeVisible()

  await ravi.getByRole('button', { name: 'Start a video call' }).click()
  await answerQuestion(ravi, 'No')
  await asha.getByRole('alertdialog', { name: /Ravi/ }).getByRole('button', { name: 'Accept' }).click()
  await answerQuestion(asha, 'No')
  for (const page of [asha, ravi]) await expectSeesAndHears(page, 1)
  for (const page of [asha, ravi]) await hangUp(page)

  const day = dayIn(3)
  await openDay(ravi, day)
  await plan(ravi, { title: 'Our first evening', date: day, repeat: 'NONE' })
  await openDay(asha, day)
  await expect(calendarOf(asha).getByRole('article', { name: 'Our first evening' })).toBeVisible()

  const [first] = (await (await callsOf(asha.context(), url))('GET', '/api/v2/mentorships/sessions/')).sessions
  const session = await readSession(asha.context(), url, first.title, 'mentorships')
  for (const page of [asha, ravi]) await walkThrough(page, session)
  await ravi.goto('/mentorship')
  await ravi.getByRole('tab', { name: 'Completed' }).click()
  await expect(ravi.getByRole('tabpanel').getByRole('link', { name: first.title })).toBeVisible()
  expect(complaints).toEqual([])
  await browser.close()
})

/** Every step with its quizzes, as far as the badge. */
async function walkThrough(page: Page, session: Awaited<ReturnType<typeof readSession>>): Promise<void> {
  await page.goto(`/mentorship/${session.id}/summary`)
  await page
    .getByRole('button', { name: /Start|Continue/ })
    .or(page.getByRole('link', { name: /Start|Continue/ }))
    .click()
  for (const [place, step] of session.sessionSteps.entries()) {
    await expect(stepHeading(page, step.localeTitle)).toBeVisible()
    await takeQuiz(page, step)
    if (place < session.sessionSteps.length - 1) await forward(page).click()
  }
  await page.getByRole('button', { name: 'DONE' }).click()
  await closeMoment(page, /badge/)
}
