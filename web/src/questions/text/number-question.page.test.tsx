import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

const question = { questionType: 'Number', title: 'How many hours?', mandatory: true }

test('[QST-01] Number is typed, and stored as a number', async () => {
  const { screen, fieldValue, storedAnswer } = await showQuestion(question)
  await tabIn()
  await expect.element(screen.getByRole('textbox', { name: 'How many hours?' })).toHaveFocus()
  await userEvent.keyboard('-2.5')
  expect(fieldValue()).toBe('-2.5')
  expect(storedAnswer()).toBe(-2.5)
})

test('[QST-01] Number uses the numeric keyboard on a phone', async () => {
  const { screen, storedAnswer } = await showQuestion(question)
  const field = screen.getByRole('textbox')
  await field.click()
  await userEvent.keyboard('0')
  expect(storedAnswer()).toBe(0)
  await expect.element(field).toHaveAttribute('inputmode', 'decimal')
})

test('[QST-03] an invalid Number keeps the typed text and shows an error', async () => {
  const { screen, handIn, storedAnswer } = await showQuestion(question)
  const field = screen.getByRole('textbox')
  await field.fill('two')
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Must be a number')
  await expect.element(field).toHaveValue('two')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription('Must be a number')
  expect(storedAnswer()).toBeUndefined()
})

test('[QST-03] an empty mandatory Number is missing, not invalid', async () => {
  const { screen, handIn } = await showQuestion(question)
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
})

test('a stored number is shown again', async () => {
  const { screen } = await showQuestion(question, { value: 12 })
  await expect.element(screen.getByRole('textbox')).toHaveValue('12')
})

test('[QST-11] a disabled Number is shown and not validated', async () => {
  const { screen, handIn } = await showQuestion({ ...question, disabled: true })
  await expect.element(screen.getByRole('textbox')).toBeDisabled()
  await handIn()
  expect(screen.getByRole('alert').elements()).toEqual([])
})
