import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

const title = 'How do you feel?'
const step = (option: number, label = '', localeLabel = '') => ({ option, label, localeLabel })
const scaleOf = (sorting: 'ascending' | 'descending', ...options: number[]) => ({
  questionType: 'Scale',
  title,
  scaleQuestionnaire: { sorting, options: options.map((option) => step(option)) },
})

const sizes: [string, number][] = [
  ['AgreeabilityThreeOptions', 3],
  ['AgreeabilityFiveOptions', 5],
  ['AgreeabilitySevenScale', 7],
  ['AgreeabilityTenScale', 10],
  ['Scale', 10],
]

type Screen = Awaited<ReturnType<typeof showQuestion>>['screen']
const valuesOf = (screen: Screen) =>
  screen
    .getByRole('radio')
    .elements()
    .map((radio) => Number(radio.getAttribute('value')))
const radio = (screen: Screen, value: number) => screen.getByRole('radio', { name: new RegExp(`^${value}\\b`) })

describe.each(sizes)('%s', (questionType, highest) => {
  const question = { questionType, title, mandatory: true }

  test('[QST-05] goes from 1 to its end, and is in a row only if short', async () => {
    const { screen } = await showQuestion(question)
    await expect.element(screen.getByRole('radiogroup', { name: `${title} required` })).toBeVisible()
    expect(valuesOf(screen)).toEqual(Array.from({ length: highest }, (_, at) => at + 1))
    const boxes = screen
      .getByRole('radio')
      .elements()
      .map((each) => each.getBoundingClientRect())
    const isRow = new Set(boxes.map(({ top }) => Math.round(top))).size === 1
    expect(isRow).toBe(highest < 6)
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })

  test('[QST-01] is selected with the arrow keys, and stored as a number', async () => {
    const { screen, storedAnswer } = await showQuestion(question)
    await tabIn()
    await userEvent.keyboard(' ')
    expect(storedAnswer()).toBe(1)
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await expect.element(radio(screen, 3)).toBeChecked()
    expect(storedAnswer()).toBe(3)
    await userEvent.keyboard('{ArrowLeft}')
    expect(storedAnswer()).toBe(2)
  })

  test('[QST-01] is selected by a tap', async () => {
    const { screen, storedAnswer } = await showQuestion(question)
    await radio(screen, highest).click()
    expect(storedAnswer()).toBe(highest)
    await radio(screen, 2).click()
    expect(storedAnswer()).toBe(2)
  })

  test('[QST-05] is selected by a digit key while the focus is in it', async () => {
    const { screen, storedAnswer } = await showQuestion(question)
    await userEvent.keyboard('2')
    expect(storedAnswer()).toBeUndefined()
    await tabIn()
    await userEvent.keyboard('3')
    expect(storedAnswer()).toBe(3)
    await expect.element(radio(screen, 3)).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(storedAnswer()).toBe(2)
  })

  test('[QST-05] accepts no digit beyond its range, and accepts 0 for 10', async () => {
    const { storedAnswer } = await showQuestion(question, { alone: true, value: 1 })
    await userEvent.keyboard('0')
    expect(storedAnswer()).toBe(highest === 10 ? 10 : 1)
    await userEvent.keyboard('9')
    expect(storedAnswer()).toBe(highest === 10 ? 9 : 1)
  })

  test('[QST-03] that is mandatory and empty shows an error', async () => {
    const { screen, handIn } = await showQuestion(question)
    await handIn()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
    const group = screen.getByRole('radiogroup')
    await expect.element(group).toHaveAttribute('aria-invalid', 'true')
    await expect.element(group).toHaveAccessibleDescription('Field is mandatory')
  })

  test('[QST-11] that is disabled shows its answer and ignores keys', async () => {
    const { screen, fieldValue } = await showQuestion({ ...question, disabled: true }, { alone: true, value: 2 })
    await expect.element(radio(screen, 2)).toBeChecked()
    await expect.element(radio(screen, 2)).toBeDisabled()
    await userEvent.keyboard('1')
    expect(fieldValue()).toBe(2)
  })
})

test('[QST-05] alone on its page, a digit key selects from anywhere except a text field', async () => {
  const { screen, storedAnswer } = await showQuestion(
    { questionType: 'AgreeabilityFiveOptions', title },
    { alone: true, notes: true },
  )
  await userEvent.keyboard('4')
  expect(storedAnswer()).toBe(4)
  await screen.getByLabelText('Notes').click()
  await userEvent.keyboard('2')
  expect(storedAnswer()).toBe(4)
  await expect.element(screen.getByLabelText('Notes')).toHaveValue('2')
})

test('[QST-05] a digit with Control or Alt is ignored', async () => {
  const { storedAnswer } = await showQuestion({ questionType: 'Scale', title }, { alone: true })
  await userEvent.keyboard('{Control>}2{/Control}')
  expect(storedAnswer()).toBeUndefined()
})

test.each([
  [5, true],
  [6, false],
])('[QST-05] a scale of %i given steps is in a row: %s', async (count, isRow) => {
  const { screen } = await showQuestion(scaleOf('ascending', ...Array.from({ length: count }, (_, at) => at)))
  const tops = screen
    .getByRole('radio')
    .elements()
    .map((each) => Math.round(each.getBoundingClientRect().top))
  expect(new Set(tops).size === 1).toBe(isRow)
})

test.each([
  ['ascending' as const, [1, 2, 3, 4]],
  ['descending' as const, [4, 3, 2, 1]],
])('[QST-12] the steps of a scale are %s as set in its questionnaire', async (sorting, inOrder) => {
  const { screen } = await showQuestion(scaleOf(sorting, 3, 1, 4, 2))
  expect(valuesOf(screen)).toEqual(inOrder)
})

test.each([
  ['AgreeabilityThreeOptions', ['1 Disagree', '2 Neutral', '3 Agree']],
  ['AgreeabilityFiveOptions', ['1 Strongly disagree', '2 Disagree', '3 Neutral', '4 Agree', '5 Strongly agree']],
  ['AgreeabilitySevenScale', ['1 Strongly disagree', '2', '3', '4', '5', '6', '7 Strongly agree']],
])('%s labels its steps', async (questionType, names) => {
  const { screen } = await showQuestion({ questionType, title })
  for (const name of names) await expect.element(screen.getByRole('radio', { name })).toBeInTheDocument()
})

test('the selected step of a row is shown as text', async () => {
  const { screen } = await showQuestion({ questionType: 'AgreeabilityFiveOptions', title })
  await radio(screen, 4).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('4 · Agree')
})

test("[QST-11] a step has the programme's own text, in the reader’s language first", async () => {
  const options = [step(1, 'Never', 'कभी नहीं'), step(2, 'Always')]
  const scaleQuestionnaire = { sorting: 'ascending' as const, options }
  const { screen } = await showQuestion({ questionType: 'AgreeabilityThreeOptions', title, scaleQuestionnaire })
  await expect.element(screen.getByRole('radio', { name: '1 कभी नहीं' })).toBeInTheDocument()
  await expect.element(screen.getByRole('radio', { name: '2 Always' })).toBeInTheDocument()
})

test.each([
  ['AgreeabilityFiveOptions', 'Tap a number, or press 1 to 5.'],
  ['AgreeabilityTenScale', 'Tap a number, or press a digit. 0 is 10.'],
])('%s alone on its page says which keys select', async (questionType, hint) => {
  const { screen } = await showQuestion({ questionType, title }, { alone: true })
  await expect.element(screen.getByText(hint)).toBeInTheDocument()
})
