import { beforeEach, describe, expect, test } from 'vitest'
import { clearPersonalData, readStored, writeStored } from '#core/storage.ts'
import { fieldsOf, forgetDraft, storeDraft, loadDraft } from './draft.ts'
import { quizQuestion, breath, draftKey, friend, quizState, years } from './page.fake.tsx'

const secret = quizQuestion('secret', { questionType: 'Password' })
const paper = quizQuestion('paper', { questionType: 'Document', mandatory: true })
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

describe('a stored draft', () => {
  test('is restored with its current question', () => {
    storeDraft(state, { answers: { breath: 'safe', friend: 'Meera' }, at: 'years' })
    expect(loadDraft(state)).toEqual({ answers: { breath: 'safe', friend: 'Meera' }, at: 'years' })
  })

  test('contains cleared answers, so that the earlier ones do not return', () => {
    const sent = quizState({ attempts: 1, answers: [{ questionKey: 'years', answer: 12 }] })
    storeDraft(sent, { answers: { years: undefined }, at: 'years' })
    expect(fieldsOf(sent, loadDraft(sent).answers)).toEqual({ years: undefined })
  })

  test('contains neither passwords nor files', () => {
    const secretive = quizState({ questions: [secret, paper, friend] })
    storeDraft(secretive, {
      answers: { secret: 'Kite@2026', paper: new File(['x'], 'letter.pdf'), friend: 'Meera' },
      at: 'friend',
    })
    expect(readStored(draftKey)).not.toMatch(/Kite@2026|letter/)
    expect(loadDraft(secretive).answers).toEqual({ friend: 'Meera' })
  })

  test('is removed at sign-out', () => {
    storeDraft(state, { answers: { friend: 'Meera' }, at: 'friend' })
    clearPersonalData()
    expect(readStored(draftKey)).toBeNull()
  })

  test('of one mentorship is neither found nor removed in another', () => {
    storeDraft(state, { answers: { friend: 'Meera' }, at: 'friend' }, 7)
    expect([loadDraft(state).answers, loadDraft(state, 8).answers]).toEqual([{}, {}])
    forgetDraft({ session: 3, step: 14, quiz: 5 }, 8)
    forgetDraft({ session: 3, step: 14, quiz: 5 })
    expect(loadDraft(state, 7).answers).toEqual({ friend: 'Meera' })
  })

  test('is removed by its address', () => {
    storeDraft(state, { answers: { friend: 'Meera' }, at: 'friend' })
    forgetDraft({ session: 3, step: 14, quiz: 6 })
    expect(loadDraft(state).answers).toEqual({ friend: 'Meera' })
    forgetDraft({ session: 3, step: 14, quiz: 5 })
    expect(loadDraft(state).answers).toEqual({})
  })
})

describe('unusable data', () => {
  test.each(['{', '[]', 'null', '{"attempts":0}', '{"attempts":0,"answers":{"friend":{"a":1}}}'])(
    '%s is not a draft',
    (damaged) => {
      writeStored(draftKey, damaged)
      expect(loadDraft(state)).toEqual({ answers: {}, at: undefined })
    },
  )

  test('a draft of an earlier attempt is ignored', () => {
    storeDraft(state, { answers: { friend: 'Meera' }, at: 'friend' })
    expect(loadDraft(quizState({ attempts: 1 })).answers).toEqual({})
  })

  test('a missing option or question is left out', () => {
    storeDraft(state, { answers: { breath: 'safe', friend: 'Meera' }, at: 'years' })
    const changed = quizState({ questions: [{ ...breath, answerOptions: [], mandatory: false }, years] })
    expect(loadDraft(changed)).toEqual({ answers: {}, at: 'years' })
  })

  test('the form resumes at the first earlier question whose answer could not be stored', () => {
    const withPaper = quizState({ questions: [breath, paper, friend, years] })
    const answers = { breath: 'safe', paper: new File(['x'], 'letter.pdf'), friend: 'Meera' }
    storeDraft(withPaper, { answers, at: 'years' })
    expect(loadDraft(withPaper).at).toBe('paper')
  })
})

describe('[QST-08] the submitted answers fill the fields', () => {
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

  test('a number as text, a file as stored, and nothing for a password', () => {
    expect(fieldsOf(sent, {})).toEqual({ breath: 'safe', years: '0', secret: undefined, paper: storedFile })
  })

  test('with later changes on top', () => {
    expect(fieldsOf(sent, { breath: 'hurry', years: '' })).toMatchObject({ breath: 'hurry', years: '' })
  })
})
