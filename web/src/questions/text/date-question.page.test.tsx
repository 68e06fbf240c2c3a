import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

const question = { questionType: 'Date', title: 'When do you begin?', mandatory: true }

test('[QST-01] Date is typed part by part, and stored as a day', async () => {
  const { screen, storedAnswer } = await showQuestion(question)
  await tabIn()
  await expect.element(screen.getByLabelText('When do you begin?')).toHaveFocus()
  await userEvent.keyboard('11142026')
  expect(storedAnswer()).toBe('2026-11-14')
})

test('[QST-01] Date uses the native date picker', async () => {
  const { screen, storedAnswer } = await showQuestion(question)
  const field = screen.getByLabelText('When do you begin?')
  await expect.element(field).toHaveAttribute('type', 'date')
  await field.click()
  await field.fill('2026-02-28')
  expect(storedAnswer()).toBe('2026-02-28')
})

test('[QST-01] an impossible Date shows an error', async () => {
  const { screen, handIn } = await showQuestion(question, { value: '0026-11-14' })
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please choose a date.')
})

test('[QST-03] an empty mandatory Date shows an error', async () => {
  const { screen, handIn } = await showQuestion(question)
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
  await expect.element(screen.getByLabelText('When do you begin?')).toHaveAttribute('aria-invalid', 'true')
})

test('[QST-11] Date sets its autocomplete, and is read-only when disabled', async () => {
  const { screen } = await showQuestion({ ...question, autocomplete: 'bday', disabled: true }, { value: '2004-05-06' })
  const field = screen.getByLabelText('When do you begin?')
  await expect.element(field).toHaveAttribute('autocomplete', 'bday')
  await expect.element(field).toHaveValue('2004-05-06')
  await expect.element(field).toBeDisabled()
})
