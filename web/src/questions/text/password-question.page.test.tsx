import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

const question = { questionType: 'Password', title: 'Make up a password.', mandatory: true }

test('[QST-01] Password is hidden, and every character is kept', async () => {
  const { screen, storedAnswer } = await showQuestion(question)
  await tabIn()
  const field = screen.getByLabelText('Make up a password.')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('type', 'password')
  await userEvent.keyboard(' kite 7 ')
  expect(storedAnswer()).toBe(' kite 7 ')
})

test('[QST-01] Password can be shown by a tap', async () => {
  const { screen } = await showQuestion(question)
  const field = screen.getByLabelText('Make up a password.')
  await field.fill('kite')
  await screen.getByRole('button', { name: 'Show password' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await expect.element(field).toHaveValue('kite')
})

test("Password is not filled with the account's password", async () => {
  const { screen } = await showQuestion(question)
  await expect.element(screen.getByLabelText('Make up a password.')).toHaveAttribute('autocomplete', 'new-password')
})

test('[QST-03] an empty mandatory Password shows an error', async () => {
  const { screen, handIn } = await showQuestion(question)
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
  await expect.element(screen.getByLabelText('Make up a password.')).toHaveAttribute('aria-invalid', 'true')
})

test('[QST-11] a disabled Password can be neither changed nor shown', async () => {
  const { screen } = await showQuestion({ ...question, disabled: true }, { value: 'kite' })
  await expect.element(screen.getByLabelText('Make up a password.')).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Show password' })).toBeDisabled()
})
