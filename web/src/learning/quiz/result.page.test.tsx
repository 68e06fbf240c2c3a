import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { describe, expect, test } from 'vitest'
import { makeOption } from '#questions/question.fake.ts'
import { answer } from '../../../test/harness.tsx'
import {
  quizQuestion,
  breath,
  friend,
  quizPath,
  quizState,
  sentState,
  type showPage,
  showQuiz,
  progress,
  stepPath,
} from './page.fake.tsx'

const resultPath = `${quizPath}&view=result`
const [hurry, safe] = [
  makeOption('hurry', { label: 'To hurry', helpText: 'Hurry shortens the breath.' }),
  makeOption('safe', { label: 'To feel safe', helpText: 'A long breath out calms.' }),
]
const marked = { ...breath, answerOptions: [hurry, safe] }
const revealed = { ...marked, answerOptions: [hurry, { ...safe, isCorrect: true }] }
const wrong = { answers: [{ questionKey: 'breath', answer: 'hurry' }], results: [{ questionKey: 'breath', isCorrect: false }] }
const right = { answers: [{ questionKey: 'breath', answer: 'safe' }], results: [{ questionKey: 'breath', isCorrect: true }] }

type Screen = Awaited<ReturnType<typeof showPage>>
const itemOf = (screen: Screen, title: string) => screen.getByRole('listitem').filter({ hasText: title })

describe('after a quiz with right answers', () => {
  test('[QST-10] a wrong answer is marked and explained while a retake is possible', async () => {
    const screen = await showQuiz(quizState({ questions: [marked] }))
    answer(saveAnswers, {
      state: sentState({ questions: [marked], ...wrong, canAnswer: true, allowRetake: true }),
      standing: progress,
    })
    await screen.getByRole('radio', { name: 'To hurry' }).click()
    await screen.getByRole('button', { name: 'Submit' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Thank you for taking the quiz' })).toHaveFocus()
    const item = itemOf(screen, breath.title)
    await expect.element(item.getByText('Not quite right')).toBeVisible()
    await expect.element(item.getByText('Hurry shortens the breath.')).toBeVisible()
    expect(screen.getByText('To feel safe').elements()).toEqual([])
    expect(screen.getByText('The right answer').elements()).toEqual([])
    expect(screen.pathNow()).toBe(resultPath)
    expect(screen.router.history.length).toBe(1)
  })

  test('[QST-10] the right option is shown once no retake is possible', async () => {
    const screen = await showQuiz(sentState({ questions: [revealed], ...wrong }), resultPath)
    const item = itemOf(screen, breath.title)
    await expect.element(item.getByText('The right answer')).toBeVisible()
    await expect.element(item.getByText('To feel safe')).toBeVisible()
    await expect.element(item.getByText('A long breath out calms.')).toBeVisible()
  })

  test('[QST-10] a right answer is marked, and not shown twice', async () => {
    const screen = await showQuiz(sentState({ questions: [revealed], ...right }), resultPath)
    await expect.element(itemOf(screen, breath.title).getByText('Right', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/Your answer is right/)).toBeVisible()
    expect(screen.getByText('The right answer').elements()).toEqual([])
    expect(screen.getByText('To feel safe').elements()).toHaveLength(1)
  })

  test('the score ignores skipped questions', async () => {
    const other = { ...marked, key: 'other', title: 'And then?' }
    const open = { ...marked, key: 'open', title: 'What else?' }
    const answers = [...right.answers, { questionKey: 'other', answer: 'hurry' }]
    const results = [...right.results, { questionKey: 'other', isCorrect: false }]
    const screen = await showQuiz(sentState({ questions: [marked, other, open], answers, results }), resultPath)
    await expect.element(screen.getByText(/1 of 2 is right/)).toBeVisible()
    await expect.element(itemOf(screen, 'What else?').getByText('Not answered')).toBeVisible()
  })

  test('the result leads back to the step, and back from there does not reopen the quiz', async () => {
    const screen = await showQuiz(sentState({ questions: [marked], ...right }), resultPath)
    await screen.getByRole('link', { name: 'Back to the step' }).click()
    await expect.poll(screen.pathNow).toBe(stepPath)
    expect(screen.router.history.length).toBe(1)
  })

  test('[QST-09] a retake starts at the first question, with the answers filled in', async () => {
    const state = sentState({ questions: [marked, friend], ...wrong, canAnswer: true, allowRetake: true })
    const screen = await showQuiz(state, resultPath)
    await screen.getByRole('link', { name: 'Retake quiz' }).click()
    await expect.element(screen.getByRole('radio', { name: 'To hurry' })).toBeChecked()
    await expect.element(screen.getByText(/Your earlier answers are filled in/)).toBeVisible()
  })
})

describe('a quiz without retake', () => {
  test('[QST-09] says so, and shows the answers', async () => {
    const answers = [{ questionKey: 'friend', answer: 'Meera' }]
    const screen = await showQuiz(sentState({ questions: [friend], answers }))
    await expect.element(screen.getByText('retake quiz not allowed')).toBeVisible()
    await expect.element(itemOf(screen, friend.title).getByText('Meera')).toBeVisible()
    expect(screen.getByRole('textbox').elements()).toEqual([])
    expect(screen.getByRole('link', { name: 'Retake quiz' }).elements()).toEqual([])
  })

  test('is not mentioned where a retake is possible', async () => {
    const state = sentState({ questions: [marked], ...wrong, canAnswer: true, allowRetake: true })
    const screen = await showQuiz(state, resultPath)
    await expect.element(screen.getByRole('link', { name: 'Retake quiz' })).toBeVisible()
    expect(screen.getByText('retake quiz not allowed').elements()).toEqual([])
  })
})

describe('a read-only answer', () => {
  const pdf = {
    id: '0b8f8a34-5a0e-4f5e-9a3f-0a3d8f3a1b01',
    name: 'my-first-own-letter.pdf',
    type: 'application/pdf',
    size: 1200,
    url: '/files/letter',
    expiresAt: '2026-11-14T09:00:00.000Z',
  }
  const scale = {
    sorting: 'ascending' as const,
    options: [
      { option: 1, label: 'No', localeLabel: '' },
      { option: 2, label: 'Yes', localeLabel: 'हाँ' },
    ],
  }
  const several = { answerOptions: [makeOption('a', { label: 'Walk' }), makeOption('b', { label: 'Talk', localeLabel: 'बात' })] }

  test.each([
    ['Date', {}, '2026-11-14', 'Saturday, 14 November 2026'],
    ['Number', {}, 123456, '1,23,456'],
    ['PhoneNumber', {}, '919800000001', '+919800000001'],
    ['Scale', { scaleQuestionnaire: scale }, 2, '2 · हाँ'],
    ['AgreeabilityFiveOptions', {}, 4, '4 · Agree'],
    ['AgreeabilityTenScale', {}, 4, '4 of 10'],
    ['MultiChoiceDropDown', several, ['b'], 'बात'],
    ['Password', {}, true, 'Answered, and kept private'],
  ] as const)('%s', async (questionType, given, value, text) => {
    const question = quizQuestion('one', { questionType, ...given })
    const answers = [{ questionKey: 'one', answer: typeof value === 'object' ? [...value] : value }]
    const screen = await showQuiz(sentState({ questions: [question], answers }))
    await expect.element(itemOf(screen, 'Title of one').getByText(text, { exact: true })).toBeVisible()
  })

  test('[QST-07] of a file is a link, its name cut to 15 letters with its extension', async () => {
    const question = quizQuestion('one', { questionType: 'Document' })
    const screen = await showQuiz(sentState({ questions: [question], answers: [{ questionKey: 'one', answer: pdf }] }))
    const link = screen.getByRole('link', { name: pdf.name })
    await expect.element(link).toHaveAttribute('href', '/files/letter')
    await expect.element(link.getByText('my-first-o….pdf')).toBeVisible()
  })
})
