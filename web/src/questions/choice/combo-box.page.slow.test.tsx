import type { AnswerOption } from '@saathi/contract/questions/entities'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { composeWord, wordsOfScripts } from '../../../test/input-method.ts'
import { languages, makeOption } from '../question.fake.ts'
import { showQuestion, tabIn } from '../show-question.fake.tsx'

const title = 'Which language?'
type Screen = Awaited<ReturnType<typeof showQuestion>>['screen']
const field = (screen: Screen) => screen.getByRole('combobox', { name: title })
const shown = (screen: Screen) =>
  screen
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
const all = ['Hindi', 'Tamil', 'Bengali', 'Marathi']

describe('a searchable drop-down', () => {
  const question = { questionType: 'SingleChoiceDropDown', title, answerOptions: languages, autocomplete: 'on' }

  test('[QST-11] filters while typing, and Enter selects the first', async () => {
    const { screen, storedAnswer } = await showQuestion(question)
    await tabIn()
    await expect.element(field(screen)).toHaveFocus()
    await expect.element(field(screen)).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('AM')
    expect(shown(screen)).toEqual(['Tamil'])
    await expect.element(screen.getByRole('status')).toHaveTextContent('1 choice')
    await userEvent.keyboard('{Enter}')
    expect(storedAnswer()).toBe('tamil')
    await expect.element(field(screen)).toHaveValue('Tamil')
    expect(screen.getByRole('listbox').elements()).toEqual([])
  })

  test.each(wordsOfScripts)(
    '[QST-11] is filtered by a word composed in %s, whose Enter selects nothing',
    async (_script, word) => {
      const answerOptions = [...languages, makeOption('own', { label: word, displayOrder: 5 })]
      const { screen, storedAnswer } = await showQuestion({ ...question, answerOptions })
      await tabIn()
      await composeWord(word)
      await expect.element(field(screen)).toHaveValue(word)
      expect(shown(screen)).toEqual([word])
      expect(storedAnswer()).not.toBe('own')
      await userEvent.keyboard('{Enter}')
      expect(storedAnswer()).toBe('own')
    },
  )

  test('[QST-11] moves with the arrow keys, wraps around, and exposes the active option', async () => {
    const { screen, storedAnswer } = await showQuestion(question)
    await tabIn()
    await userEvent.keyboard('{ArrowDown}')
    expect(shown(screen)).toEqual(all)
    const activeWords = () => {
      const id = field(screen).element().getAttribute('aria-activedescendant') ?? ''
      return document.getElementById(id)?.textContent
    }
    await expect.poll(activeWords).toBe('Hindi')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(activeWords).toBe('Tamil')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.poll(activeWords).toBe('Marathi')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(storedAnswer()).toBe('hindi')
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(activeWords).toBe('Hindi')
    await expect.element(screen.getByRole('option', { name: 'Hindi' })).toHaveAttribute('aria-selected', 'true')
  })

  test('[QST-11] opens and selects by tap, and shows the previous choice', async () => {
    const { screen, storedAnswer } = await showQuestion(question, { value: 'tamil' })
    await expect.element(field(screen)).toHaveValue('Tamil')
    await field(screen).click()
    await expect.element(screen.getByRole('listbox', { name: 'Choices' })).toBeVisible()
    expect(shown(screen)).toEqual(all)
    await screen.getByRole('option', { name: 'Bengali' }).click()
    expect(storedAnswer()).toBe('bengali')
    await expect.element(field(screen)).toHaveValue('Bengali')
  })

  test('closes on Escape, keeps the choice, and hides the key from the page', async () => {
    const pressed: string[] = []
    const listen = (event: KeyboardEvent) => void pressed.push(event.key)
    document.addEventListener('keydown', listen)
    const { screen, storedAnswer } = await showQuestion(question, { value: 'tamil' })
    await field(screen).click()
    await userEvent.keyboard('zz')
    await expect.element(screen.getByText('Nothing found. Try fewer letters.').first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(field(screen)).toHaveValue('Tamil')
    expect(storedAnswer()).toBe('tamil')
    expect(pressed).not.toContain('Escape')
    await userEvent.keyboard('{Escape}')
    document.removeEventListener('keydown', listen)
    expect(pressed).toContain('Escape')
  })

  test('reverts typed text that was not selected when leaving the field', async () => {
    const { screen } = await showQuestion(question, { value: 'tamil' })
    await field(screen).click()
    await userEvent.keyboard('ben')
    await userEvent.tab()
    await expect.element(field(screen)).toHaveValue('Tamil')
    expect(screen.getByRole('listbox').elements()).toEqual([])
  })

  test('has no answer when emptied', async () => {
    const { screen, fieldValue } = await showQuestion(question, { value: 'tamil' })
    await field(screen).clear()
    expect(fieldValue()).toBeUndefined()
  })

  test('[QST-03] that is mandatory and empty shows an error', async () => {
    const { screen, handIn } = await showQuestion({ ...question, mandatory: true })
    await handIn()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
    await expect.element(field(screen)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field(screen)).toHaveAttribute('aria-required', 'true')
  })

  test('[QST-11] that is disabled shows its answer', async () => {
    const { screen } = await showQuestion({ ...question, disabled: true }, { value: 'tamil' })
    await expect.element(field(screen)).toBeDisabled()
    await expect.element(field(screen)).toHaveValue('Tamil')
  })

  test('[QST-12] sorts its options by displayOrder', async () => {
    const answerOptions = [makeOption('b', { label: 'B', displayOrder: 2 }), makeOption('a', { label: 'A', displayOrder: 1 })]
    const { screen } = await showQuestion({ ...question, answerOptions })
    await field(screen).click()
    expect(shown(screen)).toEqual(['A', 'B'])
  })

  test('opens upwards if there is no room below', async () => {
    const { screen } = await showQuestion(question)
    const box = field(screen).element()
    document.body.style.paddingBlock = `${innerHeight}px`
    box.scrollIntoView({ block: 'end' })
    await field(screen).click()
    const list = screen.getByRole('listbox')
    await expect.element(list).toBeVisible()
    document.body.style.paddingBlock = ''
    expect(list.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(box.getBoundingClientRect().top)
  })
})

describe('a drop-down for several choices', () => {
  const many: AnswerOption[] = Array.from({ length: 9 }, (_, at) =>
    makeOption(`o-${at}`, { label: `Option ${at}`, displayOrder: at }),
  )
  const question = { questionType: 'MultiChoiceDropDown', title, answerOptions: languages, autocomplete: 'on' }
  const chips = (screen: Screen) =>
    screen
      .getByRole('button', { name: /^Remove/ })
      .elements()
      .map((chip) => chip.textContent)

  test('[QST-01] MultiChoiceDropDown is searched and selected with the keyboard, and stays open', async () => {
    const { screen, storedAnswer } = await showQuestion(question)
    await tabIn()
    await userEvent.keyboard('mara{Enter}')
    expect(shown(screen)).toEqual(all)
    await userEvent.keyboard('hin{Enter}')
    expect(storedAnswer()).toEqual(['hindi', 'marathi'])
    expect(chips(screen)).toEqual(['Hindi', 'Marathi'])
    await expect.element(screen.getByRole('listbox')).toHaveAttribute('aria-multiselectable', 'true')
    await expect.element(screen.getByRole('option', { name: 'Marathi' })).toHaveAttribute('aria-selected', 'true')
  })

  test('[QST-01] MultiChoiceDropDown is selected by taps, and chips are removed by taps', async () => {
    const { screen, storedAnswer, fieldValue } = await showQuestion(question)
    await field(screen).click()
    await screen.getByRole('option', { name: 'Tamil' }).click()
    await screen.getByRole('option', { name: 'Hindi' }).click()
    expect(storedAnswer()).toEqual(['hindi', 'tamil'])
    await screen.getByRole('option', { name: 'Hindi' }).click()
    expect(storedAnswer()).toEqual(['tamil'])
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Remove Tamil' }).click()
    expect(fieldValue()).toBeUndefined()
  })

  test('returns the focus to the field when a chip is removed with the keyboard', async () => {
    const { screen, storedAnswer } = await showQuestion(question, { value: ['hindi', 'tamil'] })
    await tabIn()
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'Remove Hindi' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(storedAnswer()).toEqual(['tamil'])
    await expect.element(field(screen)).toHaveFocus()
  })

  test('removes the last choice on Backspace in the empty field', async () => {
    const { screen, storedAnswer } = await showQuestion(question, { value: ['hindi', 'tamil'] })
    await tabIn()
    await userEvent.keyboard('{Backspace}')
    expect(storedAnswer()).toEqual(['hindi'])
    expect(chips(screen)).toEqual(['Hindi'])
  })

  test('is used for more than eight options even without autocomplete', async () => {
    const { screen } = await showQuestion({ ...question, autocomplete: null, answerOptions: many })
    await field(screen).click()
    expect(shown(screen)).toHaveLength(9)
    expect(screen.getByRole('checkbox').elements()).toEqual([])
  })

  test('[QST-11] that is disabled shows its chips, which cannot be removed', async () => {
    const { screen } = await showQuestion({ ...question, disabled: true }, { value: ['tamil'] })
    await expect.element(field(screen)).toBeDisabled()
    await expect.element(screen.getByRole('button', { name: 'Remove Tamil' })).toBeDisabled()
  })

  test('[QST-03] that is mandatory and empty shows an error', async () => {
    const { screen, handIn } = await showQuestion({ ...question, mandatory: true })
    await handIn()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
    await expect.element(field(screen)).toHaveAccessibleDescription('Field is mandatory')
  })
})
