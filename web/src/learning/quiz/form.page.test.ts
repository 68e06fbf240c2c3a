import { describe, expect, test } from 'vitest'
import { questionnaireOf } from './form.tsx'
import { breath, draftKey, friend, quizQuestion, quizState, years } from './page.fake.tsx'

const secret = quizQuestion('secret', { questionType: 'Password' })
const paper = quizQuestion('paper', { questionType: 'Document', mandatory: true })
const storedFile = {
  id: '0b8f8a34-5a0e-4f5e-9a3f-0a3d8f3a1b01',
  name: 'cv.pdf',
  type: 'application/pdf',
  size: 1200,
  url: '/files/1',
  expiresAt: '2026-11-14T09:00:00.000Z',
}

test('the draft of a quiz belongs to its attempt and to its mentorship', () => {
  const state = quizState({ attempts: 2 })
  expect(questionnaireOf(state)).toMatchObject({ draftKey, attempts: 2 })
  expect(questionnaireOf(state, 7).draftKey).not.toBe(questionnaireOf(state, 8).draftKey)
})

test('every question is a section, in question order', () => {
  const questions = quizState().quiz.questions.toReversed()
  const state = { ...quizState(), quiz: { ...quizState().quiz, questions } }
  expect(questionnaireOf(state).sections.map(({ id }) => id)).toEqual(['breath', 'friend', 'years'])
})

describe('[QST-08] the submitted answers fill the fields', () => {
  test('a number as text, a file as stored, and nothing for a password', () => {
    const answers = [
      { questionKey: 'breath', answer: 'safe' },
      { questionKey: 'years', answer: 0 },
      { questionKey: 'secret', answer: true },
      { questionKey: 'paper', answer: storedFile },
      { questionKey: 'gone', answer: 'x' },
    ]
    const sent = quizState({ questions: [breath, friend, years, secret, paper], attempts: 1, answers })
    expect(questionnaireOf(sent).submitted).toEqual({ breath: 'safe', years: '0', secret: undefined, paper: storedFile })
  })
})
