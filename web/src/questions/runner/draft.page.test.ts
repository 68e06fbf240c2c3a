import { beforeEach, describe, expect, test } from 'vitest'
import { clearPersonalData, readStored, writeStored } from '#core/storage.ts'
import { makeOption, makeQuestion } from '../question.fake.ts'
import { loadDraft, placeOf, type Questionnaire, storeDraft } from './draft.ts'

const goal = makeQuestion({ key: 'goal', mandatory: true })
const hours = makeQuestion({ key: 'hours', questionType: 'Number' })
const days = makeQuestion({ key: 'days', questionType: 'SingleChoiceRadio', answerOptions: [makeOption('weekends')] })
const secret = makeQuestion({ key: 'secret', questionType: 'Password' })
const paper = makeQuestion({ key: 'paper', questionType: 'Document', mandatory: true })
const letter = new File(['x'], 'letter.pdf')
const draftKey = 'saathi.survey.1.11'

/** One section per question, named like it. */
const oneByOne = (...questions: (typeof goal)[]) => questions.map((question) => ({ id: question.key, questions: [question] }))
/** Numbered sections with these questions. */
const numbered = (...pages: (typeof goal)[][]) => pages.map((questions, id) => ({ id, questions }))

const questionnaire = (changes: Partial<Questionnaire> = {}): Questionnaire => ({
  sections: oneByOne(goal, hours, days),
  draftKey,
  submitted: {},
  ...changes,
})

beforeEach(() => localStorage.clear())

describe('a stored draft', () => {
  test.each([
    ['named', questionnaire(), 'days'],
    ['numbered', questionnaire({ sections: numbered([goal, hours], [days]) }), 1],
  ])('is restored with its current section: %s', (_, all, at) => {
    const answers = { goal: 'A first job', hours: '4', days: 'weekends' }
    storeDraft(all, { answers, at })
    expect(loadDraft(all)).toEqual({ answers, at })
  })

  test('contains cleared answers, so that the earlier ones do not return', () => {
    const retake = questionnaire({ attempts: 1, submitted: { hours: '12' } })
    storeDraft(retake, { answers: { hours: undefined }, at: 'hours' })
    expect(loadDraft(retake).answers).toEqual({ hours: undefined })
  })

  test('contains no cleared answers that were never sent', () => {
    storeDraft(questionnaire(), { answers: { hours: undefined }, at: 'hours' })
    expect(loadDraft(questionnaire()).answers).toEqual({})
  })

  test('contains neither passwords nor files', () => {
    const confidential = questionnaire({ sections: numbered([secret, paper, goal]) })
    storeDraft(confidential, { answers: { secret: 'Kite@2026', paper: letter, goal: 'A first job' }, at: 0 })
    expect(readStored(draftKey)).not.toMatch(/Kite@2026|letter/)
    expect(loadDraft(confidential).answers).toEqual({ goal: 'A first job' })
  })

  test('belongs to its key', () => {
    storeDraft(questionnaire(), { answers: { goal: 'A first job' }, at: 'goal' })
    expect(loadDraft(questionnaire({ draftKey: 'saathi.survey.1.12' })).answers).toEqual({})
  })

  test('is removed at sign-out', () => {
    storeDraft(questionnaire(), { answers: { goal: 'A first job' }, at: 'goal' })
    clearPersonalData()
    expect(readStored(draftKey)).toBeNull()
  })
})

describe('unusable data', () => {
  test.each(['{', '[]', 'null', '{"at":0}', '{"at":0,"answers":{"goal":{"a":1}}}'])('%s is not a draft', (damaged) => {
    writeStored(draftKey, damaged)
    expect(loadDraft(questionnaire())).toEqual({ answers: {}, at: undefined })
  })

  test('a draft of an earlier attempt is ignored', () => {
    storeDraft(questionnaire({ attempts: 0 }), { answers: { goal: 'A first job' }, at: 'goal' })
    expect(loadDraft(questionnaire({ attempts: 1 })).answers).toEqual({})
  })

  test('a missing option or question is left out', () => {
    storeDraft(questionnaire(), { answers: { goal: 'A first job', hours: '4', days: 'weekends' }, at: 'hours' })
    const changed = questionnaire({ sections: oneByOne({ ...days, answerOptions: [] }, hours) })
    expect(loadDraft(changed)).toEqual({ answers: { hours: '4' }, at: 'hours' })
  })

  test('the form resumes at the first earlier section whose answer could not be stored', () => {
    const answers = { goal: 'A first job', paper: letter, hours: '4' }
    const named = questionnaire({ sections: oneByOne(goal, paper, hours, days) })
    storeDraft(named, { answers, at: 'days' })
    expect(loadDraft(named).at).toBe('paper')
    const pages = questionnaire({ sections: numbered([goal], [paper], [hours, days]) })
    storeDraft(pages, { answers, at: 2 })
    expect(loadDraft(pages).at).toBe(1)
  })
})

describe('the position of a section', () => {
  const pages = [
    { id: 1, questions: [goal] },
    { id: 3, questions: [days] },
  ]

  test.each([
    [undefined, 0],
    [1, 0],
    [2, 1],
    [4, 1],
  ])('numbered %s is %i (the next one, if it has nothing left to answer)', (at, place) => {
    expect(placeOf(pages, at)).toBe(place)
  })

  test.each([
    ['hours', 1],
    ['gone', 0],
  ])('named %s is %i', (at, place) => {
    expect(placeOf(oneByOne(goal, hours), at)).toBe(place)
  })

  test('is 0 without sections', () => {
    expect([placeOf([], undefined), placeOf([], 2)]).toEqual([0, 0])
  })
})
