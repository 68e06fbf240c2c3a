import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { type Question, type QuestionType, typeOf } from '@saathi/contract/questions/entities'
import { tap } from './tap.ts'

type Card = { id: number; title: string }

/** The session with its texts and ids, as the server sends it to the person signed in here. */
export async function readSession(
  context: BrowserContext,
  url: string,
  title: string,
  area: 'learninghub' | 'mentorships' = 'learninghub',
): Promise<SessionDetail> {
  const headers = await authHeaders(context, url)
  const list = await context.request.get(`${url}/api/v2/${area}/sessions/`, { headers })
  const { sessions }: { sessions: Card[] } = await list.json()
  const card = sessions.find((session) => session.title === title)
  if (!card) throw new Error(`no session is called ${title}`)
  const detail = await context.request.get(`${url}/api/v2/${area}/sessions/${card.id}/`, { headers })
  return toCamel(await detail.json()) as SessionDetail
}

export async function authHeaders(context: BrowserContext, url: string) {
  const answer = await context.request.post(`${url}/api/v2/identity/refresh/`, { headers: { origin: url } })
  const { access_token } = await answer.json()
  return { authorization: `Bearer ${access_token}` }
}

function toCamel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamel)
  if (typeof value !== 'object' || value === null) return value
  const rename = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), toCamel(member)]))
}

export const stepHeading = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true })
export const nextStepButton = (page: Page) => page.getByRole('button', { name: 'Next step' })

/** The step is shown before the address changes. Opening a quiz in between would lead back to the previous step. */
export const expectAddress = (page: Page, step: number) => expect(page).toHaveURL(new RegExp(`\\bstep[=/]${step}\\b`))

export type InputMethod = 'touch' | 'keyboard'
type Answer = (page: Page, hand: InputMethod) => Promise<unknown>

const type =
  (text: string): Answer =>
  async (page) => {
    const field = page.locator('main').locator('input:not([type=file], [type=radio], [type=checkbox]), textarea').last()
    await field.fill('')
    await field.pressSequentially(text)
  }

const firstRadio: Answer = async (page, hand) => {
  const radio = page.locator('main input[type=radio]').first()
  if (hand === 'keyboard') {
    await radio.focus()
    await page.keyboard.press('Space')
  } else {
    const label = page.locator('main label').filter({ has: page.locator('input[type=radio]') })
    await tap(label.first())
  }
}

/** A scale accepts a digit key wherever the focus is on its page. */
const scale: Answer = (page, hand) => (hand === 'keyboard' ? page.keyboard.press('2') : firstRadio(page, hand))

const dropDown: Answer = async (page, hand) => {
  const searched = page.locator('main').getByRole('combobox').and(page.locator('input'))
  if ((await searched.count()) === 0) return page.locator('main select').last().selectOption({ index: 1 })
  await searched.click()
  if (hand === 'touch') return tap(page.getByRole('option').first())
  await page.keyboard.press('ArrowDown')
  return page.keyboard.press('Enter')
}

const several: Answer = async (page, hand) => {
  const boxes = page.locator('main input[type=checkbox]')
  if ((await boxes.count()) === 0) {
    await dropDown(page, hand)
    // The list stays open for the next choice.
    return page.keyboard.press('Escape')
  }
  await boxes.first().focus()
  return page.keyboard.press('Space')
}

const picture: Answer = async (page) => {
  const buffer = await page.screenshot()
  await page.locator('main input[type=file]').setInputFiles({ name: 'my-photo-of-the-page.png', mimeType: 'image/png', buffer })
}

const document: Answer = (page) =>
  page.locator('main input[type=file]').setInputFiles({
    name: 'my-cv.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  })

const answers: Readonly<Record<QuestionType, Answer>> = {
  Text: type('Asha'),
  TextBox: type('I counted the cash every evening.'),
  Number: type('1200'),
  Date: (page) => page.locator('main input[type=date]').fill('2026-12-01'),
  PhoneNumber: async (page) => {
    await page.locator('main input[type=tel]').fill('9800000001')
  },
  Password: type('seven small kites fly'),
  SingleChoiceRadio: firstRadio,
  SingleChoiceDropDown: dropDown,
  SingleChoiceButton: firstRadio,
  MultiChoiceDropDown: several,
  AgreeabilityThreeOptions: scale,
  AgreeabilityFiveOptions: scale,
  AgreeabilitySevenScale: scale,
  AgreeabilityTenScale: scale,
  Scale: scale,
  ImageResponse: picture,
  SingleImageUpload: picture,
  Document: document,
}

/** Answers the open question as a person would. */
export async function answerQuestion(page: Page, question: Question, hand: InputMethod): Promise<void> {
  const type = typeOf(question)
  if (type) await answers[type](page, hand)
}

export const sortQuestions = (questions: readonly Question[]) => questions.toSorted((a, b) => a.order - b.order)

/** Expects the full-screen celebration of a finished session and closes it. */
export async function closeCelebration(page: Page, name: string | RegExp): Promise<void> {
  const moment = page.getByRole('dialog', { name })
  await expect(moment).toBeVisible()
  await moment.getByRole('button').last().click()
  await expect(moment).toHaveCount(0)
}

type QuizStep = SessionDetail['sessionSteps'][number]

/**
 * Takes the quiz of the open step by keyboard and returns to the step. `moment`: the title of the celebration if it finishes the
 * session.
 */
export async function takeQuiz(page: Page, step: QuizStep, moment?: RegExp): Promise<void> {
  const { id, localeTitle, content } = step
  const quiz = content.find((item) => item.quiz)?.quiz
  if (!quiz) return
  await expectAddress(page, id)
  await page
    .getByRole('link', { name: /Take the quiz/ })
    .or(page.getByRole('button', { name: /Take the quiz/ }))
    .click()
  for (const [place, question] of sortQuestions(quiz.questions).entries()) {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(question.localeTitle)
    await answerQuestion(page, question, 'keyboard')
    await page.getByRole('button', { name: place === quiz.questions.length - 1 ? 'Submit' : 'Next', exact: true }).click()
  }
  if (moment) await closeCelebration(page, moment)
  const back = page.getByRole('link', { name: 'Back to the step' }).or(page.getByRole('button', { name: 'Back to the step' }))
  await expect(back.or(stepHeading(page, localeTitle))).toBeVisible()
  if (await back.isVisible()) await back.click()
  await expect(stepHeading(page, localeTitle)).toBeVisible()
}
