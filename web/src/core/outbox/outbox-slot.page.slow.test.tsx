import { completeStep, startSession } from '@saathi/contract/learning/session-calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { sessionDetail, standingOf } from '../../learning/session/detail.fake.ts'
import { seedOutbox, stepEntry, storedEntries } from './entry.fake.ts'
// Imported here, so that entries do not wait for their scripts.
import '../../learning/kinds.ts'
import './outbox-slot.tsx'

beforeEach(() => page.viewport(360, 800))
afterEach(goOnline)

const showElsewhere = (language?: 'hi') =>
  showApp({ profile: makeProfile(), path: '/moreinfo/faq', ...(language && { language }) })
const answerComplete = () => {
  const completing = answer(completeStep, ({ body }) => standingOf(sessionDetail({ id: body.session }), [body.step]))
  return () => completing.inputs.map(({ body }) => body)
}

test('[PLT-01] waiting entries are sent in order at the next start, on any page', async () => {
  await seedOutbox(stepEntry(3, 11), stepEntry(3, 12), stepEntry(3, 13, 7))
  const completed = answerComplete()
  await showElsewhere()
  await expect.poll(completed).toEqual([
    { session: 3, step: 11 },
    { session: 3, step: 12 },
    { session: 3, step: 13, mentorship: 7 },
  ])
  await expect.poll(storedEntries).toEqual([])
})

test('[PLT-01] waiting entries are announced, listed, and gone when the connection is back', async () => {
  goOffline()
  await seedOutbox(stepEntry(3, 11), stepEntry(3, 12))
  const screen = await showElsewhere()
  const note = screen.getByText('2 things are saved here. They will be sent when you are back.')
  await expect.element(note).toBeVisible()
  await screen.getByRole('button', { name: 'See what waits' }).click()
  const sheet = screen.getByRole('dialog', { name: 'Saved here' })
  await expect.element(sheet.getByText('You have read “Step 11”')).toBeVisible()
  await expect.poll(() => sheet.getByText('Saved here. Will be sent when you are back.').elements().length).toBe(2)
  const completed = answerComplete()
  goOnline()
  await expect.poll(() => completed().length).toBe(2)
  await expect.element(sheet.getByText('Everything has been sent.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect.element(note).not.toBeInTheDocument()
})

test('[PLT-01] a refused entry is shown with its reason and can be retried or discarded', async () => {
  await seedOutbox(stepEntry(3, 11), stepEntry(4, 41))
  answer(completeStep, ({ body }) => refuse(body.session === 3 ? 'learning.quiz_open' : 'learning.step_not_found', 409))
  const screen = await showElsewhere()
  await expect.element(screen.getByText('2 things could not be sent.')).toBeVisible()
  await screen.getByRole('button', { name: 'See what waits' }).click()
  const sheet = screen.getByRole('dialog', { name: 'Saved here' })
  await expect.element(sheet.getByText('The quiz of this step was still open. Take it, then try again.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Delete: You have read “Step 41”' }).click()
  await expect.element(sheet.getByText('You have read “Step 41”')).not.toBeInTheDocument()
  const completed = answerComplete()
  await sheet.getByRole('button', { name: 'Try again: You have read “Step 11”' }).click()
  await expect.poll(completed).toEqual([{ session: 3, step: 11 }])
  await expect.element(sheet.getByText('Everything has been sent.')).toBeVisible()
})

test('[PLT-01] a waiting entry can be discarded after a confirmation', async () => {
  goOffline()
  await seedOutbox(stepEntry(3, 11))
  const screen = await showElsewhere()
  await screen.getByRole('button', { name: 'See what waits' }).click()
  const sheet = screen.getByRole('dialog', { name: 'Saved here' })
  await sheet.getByRole('button', { name: 'Delete: You have read “Step 11”' }).click()
  const question = screen.getByRole('dialog', { name: 'Delete this?' })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(await storedEntries()).toHaveLength(1)
  await sheet.getByRole('button', { name: 'Delete: You have read “Step 11”' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(sheet.getByText('Everything has been sent.')).toBeVisible()
  expect(await storedEntries()).toEqual([])
})

test('a session that was not started is started first', async () => {
  await seedOutbox(stepEntry(3, 11))
  let isStarted = false
  answer(startSession, () => {
    isStarted = true
    return standingOf(sessionDetail(), [])
  })
  answer(completeStep, ({ body }) => (isStarted ? standingOf(sessionDetail(), [body.step]) : refuse('learning.not_begun', 409)))
  await showElsewhere()
  await expect.poll(storedEntries).toEqual([])
  expect(isStarted).toBe(true)
})

test('everything fits a small screen, in Hindi too', async () => {
  goOffline()
  await seedOutbox(stepEntry(3, 11, undefined, { label: { text: 'outbox.step', values: { title: 'Long'.repeat(40) } } }))
  const screen = await showElsewhere('hi')
  await screen.getByRole('button', { name: 'देखें क्या बाकी है' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
