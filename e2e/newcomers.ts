import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { answersTo, PASSWORD } from '../server/test/valid-answers.ts'
import { tap } from './tap.ts'
import { readSession, authHeaders } from './learner.ts'
import type { Production } from './production.ts'
import { linkAuthenticator } from './every-screen/staff-screens.ts'

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const pressContinue = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

export type SignUpOptions = { firstName: string } & (
  | { as: 'Mentee'; program: string }
  | { as: 'Mentor'; institutionCode: string }
)

/** Goes through all sign-up screens, with the mailed code, and agrees to the terms. */
export async function signUp(page: Page, production: Production, options: SignUpOptions): Promise<string> {
  const email = `${options.firstName.toLowerCase()}-${randomUUID()}@newcomers.example`
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading(page, 'Create your account')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'SEND OTP' }).click()
  await heading(page, 'Enter the 6-digit code')
  const mail = await production.mailTo(email, /\b\d{6}\b/)
  await page.getByLabel('One-time code').fill(/\b\d{6}\b/.exec(mail)?.[0] ?? '')
  await pressContinue(page)
  await heading(page, 'Choose a password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Submit' }).click()
  await heading(page, 'I am a Mentee or Mentor')
  await page.getByText(options.as, { exact: true }).click()
  await pressContinue(page)
  await heading(page, 'Before you begin')
  await page.getByRole('checkbox', { name: 'I have read this and I agree.' }).check()
  await pressContinue(page)
  await heading(page, 'About you')
  await page.getByLabel('First name').fill(options.firstName)
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByLabel('Phone number').fill('9800000001')
  if (options.as === 'Mentee') await page.getByLabel('Programme').selectOption(options.program)
  else await page.getByLabel('Institution code').fill(options.institutionCode)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await agree(page)
  return email
}

/** A newcomer must agree to the terms before anything else. */
export async function agree(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** The phone project uses touch, the others a pointer. */
export const press = (target: Locator, isTouch: boolean) => (isTouch ? tap(target) : target.click())

export const continueButton = (page: Page) => page.getByRole('button', { name: /^(Continue|Submit)$/ })

/** Answers a question with whatever control it offers, like a person who sees it for the first time. */
async function answerQuestion(page: Page, question: Locator, isTouch: boolean) {
  const has = async (selector: string) => (await question.locator(selector).count()) > 0
  if (await has('input[type=file]')) {
    const accepted = (await question.locator('input[type=file]').getAttribute('accept')) ?? ''
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
    const file = accepted.includes('pdf')
      ? { name: 'my-first-resume.pdf', mimeType: 'application/pdf', buffer: pdf }
      : { name: 'my-work.png', mimeType: 'image/png', buffer: await page.screenshot({ scale: 'css' }) }
    return question.locator('input[type=file]').setInputFiles(file)
  }
  if (await has('input[type=radio], input[type=checkbox]')) return press(question.locator('label:has(input)').first(), isTouch)
  if (await has('input[role=combobox]')) {
    await press(question.getByRole('combobox'), isTouch)
    await press(page.getByRole('option').first(), isTouch)
    return page.keyboard.press('Escape')
  }
  if (await has('select')) return question.locator('select').selectOption({ index: 1 })
  if (await has('textarea')) return question.locator('textarea').fill('I learn best when someone draws it.')
  return question.locator('input').fill('4')
}

export async function answerPage(page: Page, isTouch: boolean) {
  const questions = page.locator('main [data-question]')
  for (let at = 0; at < (await questions.count()); at += 1) await answerQuestion(page, questions.nth(at), isTouch)
}

/** From the invitation to the thank-you text, page by page. */
export async function answerSurvey(page: Page, isTouch: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page).toHaveURL(/\/stage\?/)
  const title = page.getByRole('heading', { level: 1 })
  while (/\/stage\?/.test(page.url())) {
    await expect(page.locator('main [data-question]').first()).toBeVisible()
    const shown = await title.innerText()
    await answerPage(page, isTouch)
    await press(continueButton(page), isTouch)
    await expect(title).not.toHaveText(shown)
  }
  await expect(page.getByText('Thank you. Your answers are saved.')).toBeVisible()
}

type Steps = readonly {
  id: number
  content: readonly { quiz: { id: number; questions: Parameters<typeof answersTo>[0] } | null }[]
}[]

/** Makes API calls with the sign-in of a browser context, like its pages. */
export async function callsOf(context: BrowserContext, url: string) {
  const headers = await authHeaders(context, url)
  async function send(method: 'GET' | 'POST' | 'PUT', path: string, data?: object, multipart?: Record<string, string>) {
    const more = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
    const reply = await context.request.fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(data && { data }),
      ...(multipart && { multipart }),
    })
    if (!reply.ok()) throw new Error(`${method} ${path} answered ${reply.status()}: ${await reply.text()}`)
    return reply.json()
  }
  return send
}

/** Completes hub sessions through the API; reading them on screen is covered by another test. */
export async function completeHubSessions(context: BrowserContext, url: string, count: number): Promise<void> {
  const send = await callsOf(context, url)
  const { sessions }: { sessions: { id: number; title: string }[] } = await send('GET', '/api/v2/learninghub/sessions/?size=50')
  for (const { id: session, title } of sessions.slice(0, count)) {
    await send('POST', '/api/v2/learninghub/session-start/', { session })
    const { sessionSteps }: { sessionSteps: Steps } = await readSession(context, url, title)
    for (const { id: step, content } of sessionSteps) {
      for (const { quiz } of content) {
        if (!quiz) continue
        const data = JSON.stringify({ session, step, quiz: quiz.id, answer_json: answersTo(quiz.questions), mentorship: '' })
        await send('POST', '/api/v3/learninghub/quiz/save-answer/', undefined, { data })
      }
      await send('POST', '/api/v2/learninghub/step-complete/', { session, step })
    }
  }
}

/** Opens the invitation link, sets a password and agrees to the terms. */
export async function enterByLink(page: Page, text: string): Promise<void> {
  await page.goto(/https:\S+/.exec(text)?.[0] ?? text)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await pressContinue(page)
  await agree(page)
}

/** Creates the first administrator with the command, the link in a browser and an authenticator app. */
export async function enterAsAdministrator(page: Page, production: Production) {
  const email = `admin-${randomUUID()}@saathi.example`
  const printed = await production.command('server/src/app/staff-command.ts', 'add', email, '--name', 'Gauri Naik')
  await enterByLink(page, printed)
  await linkAuthenticator(page)
  return callsOf(page.context(), production.url)
}
