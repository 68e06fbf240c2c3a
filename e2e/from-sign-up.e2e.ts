import type { Browser, Page } from '@playwright/test'
import { launchCaller, openWindow } from './callers.ts'
import { approveMentor, offerMatches, startGroup, startMentorship } from './console-acts.ts'
import { closeCelebration, nextStepButton, readSession, stepHeading, takeQuiz } from './learner.ts'
import {
  answerSurvey,
  callsOf,
  completeHubSessions,
  enterAsAdministrator,
  enterByLink,
  signUp,
  type SignUpOptions,
} from './newcomers.ts'
import { type Production, test } from './production.ts'
import { desktop, phone } from './sizes.ts'
import { useMentorship } from './use-mentorship.ts'
import { expect, collectBrowserErrors } from './world.ts'

/** Nothing is planted here: an empty installation, and people who sign up like everybody else. */

// The team works at a desk; members choose their own screens below.
test.use(desktop)

const headed = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name })
const cardOf = (page: Page, name: string) => page.getByRole('article', { name })
const choices = (page: Page) => page.getByRole('region', { name: 'Your choices' }).getByRole('button')

/** Signs up a newcomer in their own window. Browser errors of the window are added to `browserErrors`. */
async function signUpInWindow(
  browser: Browser,
  production: Production,
  options: SignUpOptions,
  browserErrors: string[][],
): Promise<Page> {
  const screen = options.as === 'Mentee' ? phone : desktop
  const page = await openWindow(browser, production.url, { ...screen, ignoreHTTPSErrors: true })
  browserErrors.push(collectBrowserErrors(page))
  await signUp(page, production, options)
  return page
}

/** Reads the fifth session to its end, up to the celebration that says what is unlocked. */
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
    if (!isLast) await nextStepButton(page).click()
  }
}

/** Chooses Interested on each of these cards. */
async function chooseInterested(page: Page, ...to: string[]): Promise<void> {
  await page.goto('/mentorship')
  for (const name of to) await cardOf(page, name).getByRole('button', { name: 'Interested', exact: true }).click()
  await choices(page).click()
  await expect(choices(page)).toHaveCount(0)
}

test('@smoke @once [MAT-09] on an empty installation two people sign up, are matched, and chat, call, plan and learn together', async ({
  page: office,
  production,
}) => {
  const { url } = production
  await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const browserErrors: string[][] = [collectBrowserErrors(office)]
  const asha = await signUpInWindow(
    browser,
    production,
    { firstName: 'Asha', as: 'Mentee', program: 'Saathi one to one' },
    browserErrors,
  )
  await answerSurvey(asha, true)
  const ravi = await signUpInWindow(
    browser,
    production,
    { firstName: 'Ravi', as: 'Mentor', institutionCode: 'ABC-1234' },
    browserErrors,
  )
  await answerSurvey(ravi, false)
  await completeHubSessions(asha.context(), url, 4)
  await readFifthSession(asha, url)
  await approveMentor(office, 'Ravi Newcomer')
  await offerMatches(office, 'Saathi one to one', ['Asha Newcomer', 'Ravi Newcomer'])

  await chooseInterested(asha, 'Ravi Newcomer')
  await expect(headed(asha, 'We asked your mentor')).toBeVisible()
  await chooseInterested(ravi, 'Asha Newcomer')
  await closeCelebration(asha, 'Ravi said yes!')
  await closeCelebration(ravi, 'You and Asha are a match!')
  await expect(asha.getByRole('link', { name: 'Ravi Newcomer' })).toBeVisible()
  await useMentorship(url, ravi, [{ page: asha, conversation: /Ravi/ }])
  expect(browserErrors.flat()).toEqual([])
  await browser.close()
})

test('@once [MAT-09] three mentees and a group mentor sign up, are grouped, and chat, call, plan and learn together', async ({
  page: office,
  production,
}) => {
  const { url } = production
  await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const browserErrors: string[][] = [collectBrowserErrors(office)]
  const names = ['Divya', 'Imran', 'Kavya']
  const mentees: Page[] = []
  for (const firstName of names) {
    const mentee = await signUpInWindow(
      browser,
      production,
      { firstName, as: 'Mentee', program: 'Design careers circle' },
      browserErrors,
    )
    await answerSurvey(mentee, true)
    await completeHubSessions(mentee.context(), url, 5)
    mentees.push(mentee)
  }
  const meera = await signUpInWindow(
    browser,
    production,
    { firstName: 'Meera', as: 'Mentor', institutionCode: 'CIRCLE-7' },
    browserErrors,
  )
  await answerSurvey(meera, false)
  await approveMentor(office, 'Meera Newcomer')
  const fullNames = names.map((name) => `${name} Newcomer`)
  await offerMatches(office, 'Design careers circle', fullNames)
  await chooseInterested(meera, ...fullNames)
  await startGroup(office, 'Design careers circle', 'Meera Newcomer', fullNames)
  await closeCelebration(meera, 'Your group has started!')
  for (const mentee of mentees) await closeCelebration(mentee, 'Meet Meera, your mentor')
  await useMentorship(
    url,
    meera,
    mentees.map((page) => ({ page, conversation: /Meera/ })),
  )
  expect(browserErrors.flat()).toEqual([])
  await browser.close()
})

test('@once a mentorship started by staff opens chat, call, calendar and path for all, and a chat for its pair manager', async ({
  page: office,
  production,
}) => {
  const { url } = production
  const staff = await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const browserErrors: string[][] = [collectBrowserErrors(office)]
  const neha = await signUpInWindow(
    browser,
    production,
    { firstName: 'Neha', as: 'Mentee', program: 'Saathi one to one' },
    browserErrors,
  )
  const suresh = await signUpInWindow(
    browser,
    production,
    { firstName: 'Suresh', as: 'Mentor', institutionCode: 'ABC-1234' },
    browserErrors,
  )
  const email = 'anita@newcomers.example'
  const person = { email, role: 'PairManager', first_name: 'Anita', last_name: 'Desai', new_primary_language: 'en' }
  await staff('POST', '/api/v2/staff/people/', person)
  await startMentorship(office, {
    programme: 'Saathi one to one',
    mentor: 'Suresh Newcomer',
    mentee: 'Neha Newcomer',
    coordinator: 'Anita Desai',
    reason: 'They know each other.',
  })
  await neha.goto('/mentorship')
  await suresh.goto('/mentorship')
  await closeCelebration(suresh, 'Meet Neha, your mentee')
  await closeCelebration(neha, 'Meet Suresh, your mentor')
  await useMentorship(url, suresh, [{ page: neha, conversation: /Suresh/ }])

  const anita = await openWindow(browser, url, { ...desktop, ignoreHTTPSErrors: true })
  await enterByLink(anita, await production.mailTo(email, /token=/))
  await anita.goto('/chat/messenger')
  await anita.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Neha/ }).first().click()
  await anita.getByRole('textbox', { name: 'Message' }).fill('I look after the two of you.')
  await anita.getByRole('textbox', { name: 'Message' }).press('Enter')
  await neha.goto('/chat/messenger')
  await neha
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('button', { name: /Suresh/ })
    .first()
    .click()
  await expect(neha.getByRole('log').getByText('I look after the two of you.')).toBeVisible()
  expect(browserErrors.flat()).toEqual([])
  await browser.close()
})
