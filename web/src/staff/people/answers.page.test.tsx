import { correctAnswer, getPersonAnswers } from '@saathi/contract/surveys/staff-calls'
import { describe, expect, test } from 'vitest'
import { makeQuestion } from '#questions/question.fake.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const hours = makeQuestion({ questionType: 'Number', key: 'hours', title: 'Free hours a week', localeTitle: 'Free hours a week' })
const row = { stage: 3, question: hours, answer: 2, answeredAt: '2026-11-14T06:00:00.000Z', isScored: false }
const survey = { id: 9, name: 'First steps', isComplete: true, answers: [row] }
const correction = {
  id: 1,
  survey: 'First steps',
  question: 'Free hours a week',
  before: 2,
  after: 6,
  reason: 'She told me',
  by: 'Farida Khan',
  at: '2026-11-14T06:00:00.000Z',
}

async function openAnswers() {
  const screen = await showConsole({ path: '/staff/people/41/answers' })
  await screen.getByText('Checking their details').click()
  await screen.getByRole('button', { name: 'Open the page' }).click()
  return screen
}

describe('[STF-08] the survey answers of a person', () => {
  test('are opened with a reason and corrected with another', async () => {
    const reading = answer(getPersonAnswers, { surveys: [survey], corrections: [] })
    const screen = await openAnswers()
    await expect.element(screen.getByRole('heading', { name: 'First steps' })).toBeVisible()
    expect(reading.inputs[0]).toMatchObject({ params: { personId: 41 }, query: { reason: 'Checking their details' } })
    const { inputs } = answer(correctAnswer, { answer: 6 })
    await screen.getByRole('button', { name: 'Correct: Free hours a week' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /Free hours a week/ }).fill('6')
    await dialog.getByLabelText('Reason').fill('She told me')
    answer(getPersonAnswers, { surveys: [{ ...survey, answers: [{ ...row, answer: 6 }] }], corrections: [correction] })
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await expect.element(screen.getByText('Before: 2. Now: 6.')).toBeVisible()
    expect(inputs).toEqual([
      { params: { personId: 41 }, body: { stage: 3, questionKey: 'hours', answer: '6', reason: 'She told me' } },
    ])
  })

  test('say so if there are none', async () => {
    answer(getPersonAnswers, { surveys: [], corrections: [] })
    const screen = await openAnswers()
    await expect.element(screen.getByText('No survey is begun yet')).toBeVisible()
  })

  test('of a person of another programme look like missing ones', async () => {
    answer(getPersonAnswers, refuse('accounts.person_not_found', 404))
    const screen = await openAnswers()
    await expect.element(screen.getByRole('heading', { name: 'This is not open to you' })).toBeVisible()
  })
})
