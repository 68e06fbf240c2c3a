import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

test.each(['Text', 'TextBox'])('[QST-01] %s is answered with the keyboard alone', async (questionType) => {
  const { screen, storedAnswer } = await showQuestion({ questionType })
  await tabIn()
  await expect.element(screen.getByRole('textbox', { name: 'What happened?' })).toHaveFocus()
  await userEvent.keyboard(' The mixer broke ')
  expect(storedAnswer()).toBe('The mixer broke')
})

test.each(['Text', 'TextBox'])('[QST-01] %s is answered after a tap, and can be emptied again', async (questionType) => {
  const { screen, storedAnswer } = await showQuestion({ questionType })
  const field = screen.getByRole('textbox', { name: 'What happened?' })
  await field.click()
  await userEvent.keyboard('Rain')
  expect(storedAnswer()).toBe('Rain')
  await field.clear()
  expect(storedAnswer()).toBeUndefined()
})

test('[QST-01] TextBox keeps its line breaks', async () => {
  const { screen, storedAnswer } = await showQuestion({ questionType: 'TextBox' })
  await screen.getByRole('textbox').click()
  await userEvent.keyboard('One{Enter}Two')
  expect(storedAnswer()).toBe('One\nTwo')
})

test('TextBox grows with its content', async () => {
  const { screen } = await showQuestion({ questionType: 'TextBox' })
  const box = screen.getByRole('textbox')
  const before = box.element().getBoundingClientRect().height
  await box.fill('A line\n'.repeat(12))
  expect(box.element().getBoundingClientRect().height).toBeGreaterThan(before + 100)
})

test.each([
  ['Text', 501],
  ['TextBox', 5001],
])('[QST-01] %s that is too long shows an error', async (questionType, length) => {
  const { screen, handIn } = await showQuestion({ questionType }, { value: 'x'.repeat(length) })
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('That is too long. Please shorten it.')
})

test.each(['Text', 'TextBox'])('[QST-11] %s sets the given autocomplete attribute', async (questionType) => {
  const { screen } = await showQuestion({ questionType, autocomplete: 'given-name' })
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('autocomplete', 'given-name')
})

test.each(['Text', 'TextBox'])('[QST-11] %s that is disabled cannot be edited', async (questionType) => {
  const { screen } = await showQuestion({ questionType, disabled: true }, { value: 'Kept' })
  const field = screen.getByRole('textbox')
  await expect.element(field).toBeDisabled()
  await expect.element(field).toHaveValue('Kept')
  await expect.element(field).toHaveAccessibleDescription('This answer cannot be changed.')
})
