import { expect, test } from 'vitest'
import { languages } from './question.fake.ts'
import { showQuestion } from './show-question.fake.tsx'

test('[QST-02] an unknown type says so, and does not block submitting', async () => {
  const { screen, handIn } = await showQuestion({ questionType: 'Hologram', mandatory: true })
  await expect.element(screen.getByText('What happened?')).toBeVisible()
  await expect.element(screen.getByText('Can not render! Hologram')).toBeVisible()
  await handIn()
  expect(screen.getByRole('alert').elements()).toEqual([])
})

test('[QST-03] a mandatory empty question is marked, and shows an error on submit', async () => {
  const { screen, handIn } = await showQuestion({ mandatory: true, helpText: 'In one sentence.' })
  await expect.element(screen.getByText('*')).toBeVisible()
  const field = screen.getByRole('textbox', { name: 'What happened?' })
  await expect.element(field).toHaveAttribute('aria-required', 'true')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription('In one sentence. Field is mandatory')
  await field.fill('Rain')
  expect(screen.getByRole('alert').elements()).toEqual([])
})

test('[QST-11] a disabled question is neither marked nor validated', async () => {
  const { screen, handIn } = await showQuestion({ mandatory: true, disabled: true })
  expect(screen.getByText('*').elements()).toEqual([])
  await expect.element(screen.getByText('This answer cannot be changed.')).toBeVisible()
  await handIn()
  expect(screen.getByRole('alert').elements()).toEqual([])
})

test.each(['Text', 'SingleChoiceRadio', 'SingleChoiceButton', 'MultiChoiceDropDown', 'Scale', 'Document'])(
  '[QST-11] %s shows its title, label and help in the reader’s language first',
  async (questionType) => {
    const words = { title: 'Title', label: 'Label', helpText: 'Help' }
    const locale = { localeTitle: 'शीर्षक', localeLabel: 'नाम', localeHelpText: 'मदद' }
    const { screen } = await showQuestion({ questionType, answerOptions: languages, ...words, ...locale })
    for (const text of Object.values(locale)) await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    for (const text of Object.values(words)) expect(screen.getByText(text, { exact: true }).elements()).toEqual([])
  },
)

test.each(['Text', 'SingleChoiceRadio', 'Scale', 'Document'])(
  '[QST-11] %s falls back to the base texts if nothing is translated',
  async (questionType) => {
    const words = { title: 'Title', label: 'Label', helpText: 'Help' }
    const { screen } = await showQuestion({ questionType, answerOptions: languages, ...words, localeLabel: '' })
    for (const text of Object.values(words)) await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  },
)

test('[QST-11] the help describes its control, and the label names it', async () => {
  const { screen } = await showQuestion({ label: 'Your words', helpText: 'In one sentence.' })
  const field = screen.getByRole('textbox', { name: 'What happened? Your words' })
  await expect.element(field).toHaveAccessibleDescription('In one sentence.')
})

test('the product’s own texts are translated to Hindi', async () => {
  const { screen, handIn } = await showQuestion({ questionType: 'Number', mandatory: true }, { language: 'hi' })
  await screen.getByRole('textbox').fill('दो')
  await handIn()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('यहाँ संख्या लिखें')
})

test('alone on its page, the title is the page’s heading', async () => {
  const { screen } = await showQuestion({ questionType: 'SingleChoiceRadio', answerOptions: languages }, { alone: true })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'What happened?' })).toBeVisible()
})
