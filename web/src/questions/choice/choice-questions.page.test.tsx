import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { languages, makeOption } from '../question.fake.ts'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

const question = { title: 'Which language?', mandatory: true, answerOptions: languages }
const radios = ['SingleChoiceRadio', 'SingleChoiceButton']

test.each(radios)('[QST-01] %s is selected with the arrow keys', async (questionType) => {
  const { screen, storedAnswer } = await showQuestion({ ...question, questionType })
  await tabIn()
  await expect.element(screen.getByRole('radio', { name: 'Hindi' })).toHaveFocus()
  await userEvent.keyboard(' ')
  expect(storedAnswer()).toBe('hindi')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(screen.getByRole('radio', { name: 'Bengali' })).toBeChecked()
  expect(storedAnswer()).toBe('bengali')
})

test.each(radios)('[QST-01] %s is selected by a tap on its text', async (questionType) => {
  const { screen, storedAnswer } = await showQuestion({ ...question, questionType })
  await screen.getByText('Tamil').click()
  await expect.element(screen.getByRole('radio', { name: 'Tamil' })).toBeChecked()
  await screen.getByText('Marathi').click()
  await expect.element(screen.getByRole('radio', { name: 'Tamil' })).not.toBeChecked()
  expect(storedAnswer()).toBe('marathi')
})

test.each(radios)('[QST-03] %s that is mandatory and empty shows an error on the group', async (questionType) => {
  const { screen, handIn } = await showQuestion({ ...question, questionType })
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
  const group = screen.getByRole('radiogroup', { name: 'Which language? required' })
  await expect.element(group).toHaveAttribute('aria-invalid', 'true')
  await expect.element(group).toHaveAccessibleDescription('Field is mandatory')
  await screen.getByRole('radio', { name: 'Hindi' }).click()
  expect(screen.getByRole('alert').elements()).toEqual([])
})

test.each(radios)('[QST-11] %s that is disabled shows its answer and accepts no other', async (questionType) => {
  const { screen } = await showQuestion({ ...question, questionType, disabled: true }, { value: 'tamil' })
  for (const name of ['Hindi', 'Tamil']) await expect.element(screen.getByRole('radio', { name })).toBeDisabled()
  await expect.element(screen.getByRole('radio', { name: 'Tamil' })).toBeChecked()
})

const named = (label: string, displayOrder: number) => makeOption(label.toLowerCase(), { label, displayOrder })
/** Two of them tie and keep their order. */
const mixed = [named('Third', 3), named('First', 1), named('Second', 2), named('Twin', 2)]
const inOrder = ['First', 'Second', 'Twin', 'Third']

test.each(radios)('[QST-12] %s sorts its options by displayOrder', async (questionType) => {
  const { screen } = await showQuestion({ questionType, answerOptions: mixed })
  const labels = screen
    .getByRole('radio')
    .elements()
    .map((radio) => radio.parentElement?.textContent)
  expect(labels).toEqual(inOrder)
})

test('[QST-12] SingleChoiceDropDown sorts its options by displayOrder', async () => {
  const { screen } = await showQuestion({ questionType: 'SingleChoiceDropDown', answerOptions: mixed })
  const labels = screen
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  expect(labels).toEqual(['Choose', ...inOrder])
})

test('[QST-12] MultiChoiceDropDown sorts its options by displayOrder', async () => {
  const { screen } = await showQuestion({ questionType: 'MultiChoiceDropDown', answerOptions: mixed })
  const labels = screen
    .getByRole('checkbox')
    .elements()
    .map((box) => box.parentElement?.textContent)
  expect(labels).toEqual(inOrder)
})

test('[QST-11] an option is shown in the reader’s language first', async () => {
  const options = [makeOption('hindi', { label: 'Hindi', localeLabel: 'हिन्दी' }), makeOption('tamil', { label: 'Tamil' })]
  const { screen } = await showQuestion({ questionType: 'SingleChoiceRadio', answerOptions: options })
  await expect.element(screen.getByRole('radio', { name: 'हिन्दी' })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Tamil' })).toBeVisible()
})

test('alone on its page, a number key selects the option', async () => {
  const { screen } = await showQuestion({ ...question, questionType: 'SingleChoiceRadio' }, { alone: true })
  await userEvent.keyboard('3')
  await expect.element(screen.getByRole('radio', { name: 'Bengali' })).toBeChecked()
})

test('[QST-01] SingleChoiceDropDown is selected with the keyboard', async () => {
  const { screen, storedAnswer } = await showQuestion({ ...question, questionType: 'SingleChoiceDropDown' })
  await tabIn()
  await expect.element(screen.getByRole('combobox', { name: 'Which language?' })).toHaveFocus()
  await userEvent.keyboard('t')
  expect(storedAnswer()).toBe('tamil')
})

test('[QST-01] SingleChoiceDropDown is selected from the native list, and can be cleared', async () => {
  const { screen, storedAnswer } = await showQuestion({ ...question, questionType: 'SingleChoiceDropDown' })
  const select = screen.getByRole('combobox', { name: 'Which language?' })
  await select.selectOptions('Marathi')
  expect(storedAnswer()).toBe('marathi')
  await select.selectOptions('Choose')
  expect(storedAnswer()).toBeUndefined()
})

test('[QST-03] SingleChoiceDropDown that is mandatory and empty shows an error', async () => {
  const { screen, handIn } = await showQuestion({ ...question, questionType: 'SingleChoiceDropDown' })
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
  const select = screen.getByRole('combobox')
  await expect.element(select).toHaveAttribute('aria-invalid', 'true')
  await expect.element(select).toHaveAttribute('aria-required', 'true')
})

test('[QST-11] SingleChoiceDropDown that is disabled shows its answer', async () => {
  const setting = { value: 'tamil' }
  const { screen } = await showQuestion({ ...question, questionType: 'SingleChoiceDropDown', disabled: true }, setting)
  await expect.element(screen.getByRole('combobox')).toBeDisabled()
  await expect.element(screen.getByRole('combobox')).toHaveValue('tamil')
})

test('[QST-01] MultiChoiceDropDown with few options is selected with the keyboard, in option order', async () => {
  const { screen, storedAnswer } = await showQuestion({ ...question, questionType: 'MultiChoiceDropDown' })
  await tabIn()
  await expect.element(screen.getByRole('checkbox', { name: 'Hindi' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await userEvent.tab({ shift: true })
  await userEvent.keyboard(' ')
  expect(storedAnswer()).toEqual(['hindi', 'tamil'])
})

test('[QST-01] MultiChoiceDropDown with few options is toggled by taps', async () => {
  const { screen, storedAnswer, fieldValue } = await showQuestion({ ...question, questionType: 'MultiChoiceDropDown' })
  await screen.getByText('Marathi').click()
  await screen.getByText('Hindi').click()
  expect(storedAnswer()).toEqual(['hindi', 'marathi'])
  await screen.getByText('Marathi').click()
  await screen.getByText('Hindi').click()
  expect(fieldValue()).toBeUndefined()
})

test('[QST-03] MultiChoiceDropDown that is mandatory and empty shows an error', async () => {
  const { screen, handIn } = await showQuestion({ ...question, questionType: 'MultiChoiceDropDown' })
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
  await expect
    .element(screen.getByRole('group', { name: 'Which language? required' }))
    .toHaveAccessibleDescription('Field is mandatory')
  await expect.element(screen.getByRole('checkbox', { name: 'Hindi' })).toHaveAttribute('aria-invalid', 'true')
})

test('[QST-11] MultiChoiceDropDown that is disabled shows its answers', async () => {
  const { screen } = await showQuestion(
    { ...question, questionType: 'MultiChoiceDropDown', disabled: true },
    { value: ['tamil'] },
  )
  await expect.element(screen.getByRole('checkbox', { name: 'Tamil' })).toBeChecked()
  await expect.element(screen.getByRole('checkbox', { name: 'Tamil' })).toBeDisabled()
})
