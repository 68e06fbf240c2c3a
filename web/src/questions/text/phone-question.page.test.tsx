import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

const question = { questionType: 'PhoneNumber', title: 'Where can your mentor call you?', mandatory: true }

test('[QST-01] PhoneNumber accepts digits only, after the country, cut at the maximum', async () => {
  const { screen, storedAnswer } = await showQuestion(question)
  await tabIn()
  await expect.element(screen.getByRole('combobox', { name: 'Country of the phone number' })).toHaveFocus()
  await expect.element(screen.getByRole('combobox')).toHaveValue('IN')
  await userEvent.tab()
  await expect.element(screen.getByRole('textbox', { name: 'Where can your mentor call you?' })).toHaveFocus()
  await userEvent.keyboard('98000 000 0123')
  expect(storedAnswer()).toBe('919800000001')
})

test('[QST-01] PhoneNumber of another country can be selected', async () => {
  const { screen, storedAnswer } = await showQuestion(question)
  await screen.getByRole('combobox').selectOptions('SG')
  await screen.getByRole('textbox').fill('81234567')
  expect(storedAnswer()).toBe('6581234567')
})

test('[ACC-18] a leading trunk 0 is removed', async () => {
  const { screen, storedAnswer } = await showQuestion(question)
  await screen.getByRole('textbox').click()
  await userEvent.keyboard('09876543210')
  await expect.element(screen.getByRole('textbox')).toHaveValue('9876543210')
  expect(storedAnswer()).toBe('919876543210')
  await screen.getByRole('textbox').fill('098000 00001')
  expect(storedAnswer()).toBe('919800000001')
})

test('[ACC-18] every country is offered once the field is used', async () => {
  const { screen, storedAnswer } = await showQuestion(question)
  await screen.getByRole('textbox').click()
  const countries = screen.getByRole('combobox')
  await expect.element(countries.getByRole('option', { name: '+977 Nepal' })).toBeInTheDocument()
  await countries.selectOptions('NP')
  await screen.getByRole('textbox').fill('098 4123 4567')
  expect(storedAnswer()).toBe('9779841234567')
  await expect.element(countries).toHaveDisplayValue('+977 Nepal')
})

test('[ACC-18] a saved number of another country is shown with its country', async () => {
  const { screen } = await showQuestion(question, { value: '9779841234567' })
  await expect.element(screen.getByRole('combobox')).toHaveDisplayValue('+977 Nepal')
  await expect.element(screen.getByRole('textbox')).toHaveValue('9841234567')
})

test('[QST-01] an incomplete PhoneNumber shows an error', async () => {
  const { screen, handIn } = await showQuestion(question)
  await screen.getByRole('textbox').fill('980')
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please enter the whole phone number.')
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
})

test('[QST-03] an empty mandatory PhoneNumber shows an error', async () => {
  const { screen, handIn } = await showQuestion(question)
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
})

test('[QST-11] a disabled PhoneNumber also disables its country', async () => {
  const { screen } = await showQuestion({ ...question, disabled: true }, { value: '919800000001' })
  await expect.element(screen.getByRole('textbox')).toBeDisabled()
  await expect.element(screen.getByRole('combobox')).toBeDisabled()
})
