import { beforeEach, describe, expect, test } from 'vitest'
import { clearPersonalData, readStored, writeStored } from '#core/storage.ts'
import { openPages, forgetDraft, storeDraft, loadDraft } from './draft.ts'
import { surveyQuestion, days, goal, hours, paper, stage } from '../survey.fake.ts'

const address = { survey: 1, stage: 11 }
const key = 'saathi.survey.1.11'
const secret = surveyQuestion('secret', { questionType: 'Password' })
const pages = openPages(stage(), [])

beforeEach(() => localStorage.clear())

describe('a stored draft', () => {
  test('is restored with its current page', () => {
    storeDraft(address, pages, { answers: { goal: 'A first job', hours: '4', days: 'weekends' }, at: 1 })
    expect(loadDraft(address, pages)).toEqual({ answers: { goal: 'A first job', hours: '4', days: 'weekends' }, at: 1 })
  })

  test('belongs to its survey and stage', () => {
    storeDraft(address, pages, { answers: { goal: 'A first job' }, at: 0 })
    expect(loadDraft({ survey: 1, stage: 12 }, pages).answers).toEqual({})
    expect(loadDraft({ survey: 2, stage: 11 }, pages).answers).toEqual({})
  })

  test('contains neither passwords nor files', () => {
    const confidential = openPages(stage({ pages: [{ title: 'All', questions: [secret, paper, goal] }] }), [])
    const answers = { secret: 'Kite@2026', paper: new File(['x'], 'letter.pdf'), goal: 'A first job' }
    storeDraft(address, confidential, { answers, at: 0 })
    expect(readStored(key)).not.toMatch(/Kite@2026|letter/)
    expect(loadDraft(address, confidential).answers).toEqual({ goal: 'A first job' })
  })

  test('is removed at sign-out', () => {
    storeDraft(address, pages, { answers: { goal: 'A first job' }, at: 0 })
    clearPersonalData()
    expect(readStored(key)).toBeNull()
  })

  test('is removed by its address', () => {
    storeDraft(address, pages, { answers: { goal: 'A first job' }, at: 0 })
    forgetDraft(address)
    expect(loadDraft(address, pages).answers).toEqual({})
  })
})

describe('unusable data', () => {
  test.each(['{', '[]', 'null', '{"at":0}', '{"at":0,"answers":{"goal":{"a":1}}}'])('%s is not a draft', (damaged) => {
    writeStored(key, damaged)
    expect(loadDraft(address, pages)).toEqual({ answers: {}, at: 0 })
  })

  test('a missing option or question is left out', () => {
    storeDraft(address, pages, { answers: { goal: 'A first job', hours: '4', days: 'weekends' }, at: 0 })
    const changed = openPages(stage({ pages: [{ title: 'All', questions: [{ ...days, answerOptions: [] }, hours] }] }), [])
    expect(loadDraft(address, changed).answers).toEqual({ hours: '4' })
  })

  test('the form resumes at the first earlier page whose answer could not be stored', () => {
    const withPaper = openPages(
      stage({
        pages: [
          { title: 'First', questions: [goal] },
          { title: 'Paper', questions: [{ ...paper, mandatory: true }] },
          { title: 'Last', questions: [days] },
        ],
      }),
      [],
    )
    storeDraft(address, withPaper, { answers: { goal: 'A first job', paper: new File(['x'], 'letter.pdf') }, at: 2 })
    expect(loadDraft(address, withPaper).at).toBe(1)
  })
})
