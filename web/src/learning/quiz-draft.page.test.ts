import { beforeEach, describe, expect, test } from 'vitest'
import { clearPersonalData, readStored, writeStored } from '#core/storage.ts'
import { fieldsOf, forgetDraft, keepDraft, recallDraft } from './quiz-draft.ts'
import { asked, breath, draftKey, friend, quizState, years } from './quiz-page.fake.tsx'

const secret = asked('secret', { questionType: 'Password' })
const paper = asked('paper', { questionType: 'Document', mandatory: true })
const state = quizState()
const storedFile = {
  id: '0b8f8a34-5a0e-4f5e-9a3f-0a3d8f3a1b01',
  name: 'cv.pdf',
  type: 'application/pdf',
  size: 1200,
  url: '/files/1',
  expiresAt: '2026-11-14T09:00:00.000Z',
}

beforeEach(() => localStorage.clear())

describe('what is kept on this device', () => {
  test('comes back as it was, with the question it was left at', () => {
    keepDraft(state, { answers: { breath: 'safe', friend: 'Meera' }, at: 'years' })
    expect(recallDraft(state)).toEqual({ answers: { breath: 'safe', friend: 'Meera' }, at: 'years' })
  })

  test('holds an answer that was taken back, so that the earlier one does not return', () => {
    const sent = quizState({ attempts: 1, answers: [{ questionKey: 'years', answer: 12 }] })
    keepDraft(sent, { answers: { years: undefined }, at: 'years' })
    expect(fieldsOf(sent, recallDraft(sent).answers)).toEqual({ years: undefined })
  })

  test('has neither passwords nor files', () => {
    const secretive = quizState({ questions: [secret, paper, friend] })
    keepDraft(secretive, {
      answers: { secret: 'Kite@2026', paper: new File(['x'], 'letter.pdf'), friend: 'Meera' },
      at: 'friend',
    })
    expect(readStored(draftKey)).not.toMatch(/Kite@2026|letter/)
    expect(recallDraft(secretive).answers).toEqual({ friend: 'Meera' })
  })

  test('is taken by nobody else: a sign-out forgets it', () => {
    keepDraft(state, { answers: { friend: 'Meera' }, at: 'friend' })
    clearPersonalData()
    expect(readStored(draftKey)).toBeNull()
  })

  test('for one mentorship is not found in another, nor lost there', () => {
    keepDraft(state, { answers: { friend: 'Meera' }, at: 'friend' }, 7)
    expect([recallDraft(state).answers, recallDraft(state, 8).answers]).toEqual([{}, {}])
    forgetDraft({ session: 3, step: 14, quiz: 5 }, 8)
    forgetDraft({ session: 3, step: 14, quiz: 5 })
    expect(recallDraft(state, 7).answers).toEqual({ friend: 'Meera' })
  })

  test('is forgotten by its address', () => {
    keepDraft(state, { answers: { friend: 'Meera' }, at: 'friend' })
    forgetDraft({ session: 3, step: 14, quiz: 6 })
    expect(recallDraft(state).answers).toEqual({ friend: 'Meera' })
    forgetDraft({ session: 3, step: 14, quiz: 5 })
    expect(recallDraft(state).answers).toEqual({})
  })
})

describe('what cannot be used', () => {
  test.each(['{', '[]', 'null', '{"attempts":0}', '{"attempts":0,"answers":{"friend":{"a":1}}}'])('%s is no draft', (damaged) => {
    writeStored(draftKey, damaged)
    expect(recallDraft(state)).toEqual({ answers: {}, at: undefined })
  })

  test('a draft of an earlier try is older than what was sent since', () => {
    keepDraft(state, { answers: { friend: 'Meera' }, at: 'friend' })
    expect(recallDraft(quizState({ attempts: 1 })).answers).toEqual({})
  })

  test('an option or a question that is gone is left out', () => {
    keepDraft(state, { answers: { breath: 'safe', friend: 'Meera' }, at: 'years' })
    const changed = quizState({ questions: [{ ...breath, answerOptions: [], mandatory: false }, years] })
    expect(recallDraft(changed)).toEqual({ answers: {}, at: 'years' })
  })

  test('one returns to the first question before, whose answer could not be kept', () => {
    const withPaper = quizState({ questions: [breath, paper, friend, years] })
    const answers = { breath: 'safe', paper: new File(['x'], 'letter.pdf'), friend: 'Meera' }
    keepDraft(withPaper, { answers, at: 'years' })
    expect(recallDraft(withPaper).at).toBe('paper')
  })
})

describe('[QST-08] the answers that were sent stand in the fields again', () => {
  const sent = quizState({
    questions: [breath, friend, years, secret, paper],
    attempts: 1,
    answers: [
      { questionKey: 'breath', answer: 'safe' },
      { questionKey: 'years', answer: 0 },
      { questionKey: 'secret', answer: true },
      { questionKey: 'paper', answer: storedFile },
      { questionKey: 'gone', answer: 'x' },
    ],
  })

  test('a number as it is typed, a file as it is kept, and of a password nothing', () => {
    expect(fieldsOf(sent, {})).toEqual({ breath: 'safe', years: '0', secret: undefined, paper: storedFile })
  })

  test('under what was changed since', () => {
    expect(fieldsOf(sent, { breath: 'hurry', years: '' })).toMatchObject({ breath: 'hurry', years: '' })
  })
})
