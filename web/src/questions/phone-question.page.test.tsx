import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showQuestion, tabIn } from './show-question.fake.tsx'

const question = { questionType: 'PhoneNumber', title: 'Where can your mentor call you?', mandatory: true }

test('[QST-01] PhoneNumber is typed after the country, digits alone, and cut at its most', async () => {
  const { screen, kept } = await showQuestion(question)
  await tabIn()
  await expect.element(screen.getByRole('combobox', { name: 'Country of the phone number' })).toHaveFocus()
  await expect.element(screen.getByRole('combobox')).toHaveValue('IN')
  await userEvent.tab()
  await expect.element(screen.getByRole('textbox', { name: 'Where can your mentor call you?' })).toHaveFocus()
  await userEvent.keyboard('98000 000 0123')
  expect(kept()).toBe('919800000001')
})

test('[QST-01] PhoneNumber of another country is chosen by a tap', async () => {
  const { screen, kept } = await showQuestion(question)
  await screen.getByRole('combobox').selectOptions('SG')
  await screen.getByRole('textbox').fill('81234567')
  expect(kept()).toBe('6581234567')
})

test('[QST-01] PhoneNumber that is not whole is told so', async () => {
  const { screen, handIn } = await showQuestion(question)
  await screen.getByRole('textbox').fill('980')
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please enter the whole phone number.')
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
})

test('[QST-03] an empty PhoneNumber that is mandatory is missing', async () => {
  const { screen, handIn } = await showQuestion(question)
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
})

test('[QST-11] a disabled PhoneNumber keeps its country too', async () => {
  const { screen } = await showQuestion({ ...question, disabled: true }, { value: '919800000001' })
  await expect.element(screen.getByRole('textbox')).toBeDisabled()
  await expect.element(screen.getByRole('combobox')).toBeDisabled()
})
