import type { Browser, Page } from '@playwright/test'
import { launchCaller, openWindow } from './callers.ts'
import { forward, readSession, stepHeading, takeQuiz } from './learner.ts'
import { answerSurvey, callsOf, completeHubSessions, enterAsAdministrator, enterByLink, signUp, type Wish } from './newcomers.ts'
import { type Production, test } from './production.ts'
import { desktop, phone } from './sizes.ts'
import { useTogether } from './together.ts'
import { expect, listenForComplaints } from './world.ts'

/** Nothing here is planted: an empty installation, and people who come in as everybody does. */

const headed = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name })
const cardOf = (page: Page, name: string) => page.getByRole('article', { name })
const choices = (page: Page) => page.getByRole('region', { name: 'Your choices' }).getByRole('button')

type Calls = Awaited<ReturnType<typeof callsOf>>

/** A newcomer in a window of their own, signed up on screen; what the window complains about is added to `complaints`. */
async function welcome(browser: Browser, production: Production, wish: Wish, complaints: string[][]): Promise<Page> {
  const screen = wish.as === 'Mentee' ? phone : desktop
  const page = await openWindow(browser, production.url, { ...screen, ignoreHTTPSErrors: true })
  complaints.push(listenForComplaints(page))
  await signUp(page, production, wish)
  return page
}

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

/** Yes to each of these cards. */
async function sayYes(page: Page, ...to: string[]): Promise<void> {
  await page.goto('/mentorship')
  for (const name of to) await cardOf(page, name).getByRole('button', { name: 'Interested', exact: true }).click()
  await choices(page).click()
}

async function approveMentor(staff: Calls, name: string): Promise<void> {
  const { seekers }: { seekers: { person: number; name: string }[] } = await staff('GET', '/api/v2/staff/matching/seekers/')
  const mentor = seekers.find((seeker) => seeker.name === `${name} Newcomer`)?.person ?? 0
  await staff('PUT', `/api/v2/staff/matching/seekers/${mentor}/`, { is_approved: true })
}

const idOf = async (page: Page, url: string): Promise<number> =>
  (await (await callsOf(page.context(), url))('GET', '/api/v2/users/profile/')).id

test('@smoke @once [MAT-09] on an empty installation two people sign up, are matched, and talk, call, plan and learn together', async ({
  page: office,
  production,
}) => {
  test.setTimeout(600_000)
  const { url } = production
  const staff = await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const complaints: string[][] = []
  const asha = await welcome(browser, production, { firstName: 'Asha', as: 'Mentee', program: 'Saathi one to one' }, complaints)
  await answerSurvey(asha, true)
  const ravi = await welcome(browser, production, { firstName: 'Ravi', as: 'Mentor', institutionCode: 'ABC-1234' }, complaints)
  await answerSurvey(ravi, false)
  await completeHubSessions(asha.context(), url, 4)
  await readFifthSession(asha, url)
  await approveMentor(staff, 'Ravi')
  await staff('POST', '/api/v2/staff/matching/run/', { project: 'one-to-one', dry_run: false })

  await sayYes(asha, 'Ravi Newcomer')
  await expect(headed(asha, 'One answer is still on its way')).toBeVisible()
  await sayYes(ravi, 'Asha Newcomer')
  await expect(asha.getByRole('link', { name: 'Ravi Newcomer' })).toBeVisible()
  await useTogether(url, ravi, [{ page: asha, conversation: /Ravi/ }])
  expect(complaints.flat()).toEqual([])
  await browser.close()
})

test('@once [MAT-09] three mentees and a group mentor sign up, are grouped, and talk, call, plan and learn together', async ({
  page: office,
  production,
}) => {
  test.setTimeout(900_000)
  const { url } = production
  const staff = await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const complaints: string[][] = []
  const names = ['Divya', 'Imran', 'Kavya']
  const mentees: Page[] = []
  for (const firstName of names) {
    const mentee = await welcome(browser, production, { firstName, as: 'Mentee', program: 'Design careers circle' }, complaints)
    await answerSurvey(mentee, true)
    await completeHubSessions(mentee.context(), url, 5)
    mentees.push(mentee)
  }
  const meera = await welcome(browser, production, { firstName: 'Meera', as: 'Mentor', institutionCode: 'CIRCLE-7' }, complaints)
  await answerSurvey(meera, false)
  await approveMentor(staff, 'Meera')
  await staff('POST', '/api/v2/staff/matching/run/', { project: 'design-circle', dry_run: false })

  await sayYes(meera, ...names.map((name) => `${name} Newcomer`))
  await expect.poll(async () => (await staff('GET', '/api/v2/staff/matching/groups/')).groups.length).toBe(1)
  const [group] = (await staff('GET', '/api/v2/staff/matching/groups/')).groups
  await staff('POST', `/api/v2/staff/matching/groups/${group.id}/settle/`, { what: 'start' })
  await useTogether(
    url,
    meera,
    mentees.map((page) => ({ page, conversation: /Meera/ })),
  )
  expect(complaints.flat()).toEqual([])
  await browser.close()
})

test('@once a mentorship that staff start opens chat, call, calendar and path for all, and a chat for its pair manager', async ({
  page: office,
  production,
}) => {
  test.setTimeout(600_000)
  const { url } = production
  const staff = await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const complaints: string[][] = []
  const neha = await welcome(browser, production, { firstName: 'Neha', as: 'Mentee', program: 'Saathi one to one' }, complaints)
  const suresh = await welcome(
    browser,
    production,
    { firstName: 'Suresh', as: 'Mentor', institutionCode: 'ABC-1234' },
    complaints,
  )
  const email = 'anita@newcomers.example'
  const person = { email, role: 'PairManager', first_name: 'Anita', last_name: 'Desai', new_primary_language: 'en' }
  const { person_id: pairManager } = await staff('POST', '/api/v2/staff/people/', person)
  const [mentor, mentee] = [await idOf(suresh, url), await idOf(neha, url)]
  await staff('POST', '/api/v2/staff/mentorships/', { mentor, mentees: [mentee], pair_manager: pairManager })
  await useTogether(url, suresh, [{ page: neha, conversation: /Suresh/ }])

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
  expect(complaints.flat()).toEqual([])
  await browser.close()
})
