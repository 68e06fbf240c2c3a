import { beforeEach, describe, expect, test } from 'vitest'
import { clearPersonalData, readStored, writeStored } from '#core/storage.ts'
import { openPages } from './open-pages.ts'
import { forgetDraft, keepDraft, recallDraft } from './stage-draft.ts'
import { asked, days, goal, hours, paper, stage } from './survey.fake.ts'

const address = { survey: 1, stage: 11 }
const key = 'saathi.survey.1.11'
const secret = asked('secret', { questionType: 'Password' })
const pages = openPages(stage(), [])

beforeEach(() => localStorage.clear())

describe('what is kept on this device', () => {
  test('comes back as it was, with the page it was left at', () => {
    keepDraft(address, pages, { answers: { goal: 'A first job', hours: '4', days: 'weekends' }, at: 1 })
    expect(recallDraft(address, pages)).toEqual({ answers: { goal: 'A first job', hours: '4', days: 'weekends' }, at: 1 })
  })

  test('belongs to its survey and its stage', () => {
    keepDraft(address, pages, { answers: { goal: 'A first job' }, at: 0 })
    expect(recallDraft({ survey: 1, stage: 12 }, pages).answers).toEqual({})
    expect(recallDraft({ survey: 2, stage: 11 }, pages).answers).toEqual({})
  })

  test('has neither passwords nor files', () => {
    const confidential = openPages(stage({ pages: [{ title: 'All', questions: [secret, paper, goal] }] }), [])
    const answers = { secret: 'Kite@2026', paper: new File(['x'], 'letter.pdf'), goal: 'A first job' }
    keepDraft(address, confidential, { answers, at: 0 })
    expect(readStored(key)).not.toMatch(/Kite@2026|letter/)
    expect(recallDraft(address, confidential).answers).toEqual({ goal: 'A first job' })
  })

  test('is taken by nobody else: a sign-out forgets it', () => {
    keepDraft(address, pages, { answers: { goal: 'A first job' }, at: 0 })
    clearPersonalData()
    expect(readStored(key)).toBeNull()
  })

  test('is forgotten by its address', () => {
    keepDraft(address, pages, { answers: { goal: 'A first job' }, at: 0 })
    forgetDraft(address)
    expect(recallDraft(address, pages).answers).toEqual({})
  })
})

describe('what cannot be used', () => {
  test.each(['{', '[]', 'null', '{"at":0}', '{"at":0,"answers":{"goal":{"a":1}}}'])('%s is no draft', (damaged) => {
    writeStored(key, damaged)
    expect(recallDraft(address, pages)).toEqual({ answers: {}, at: 0 })
  })

  test('an option or a question that is gone is left out', () => {
    keepDraft(address, pages, { answers: { goal: 'A first job', hours: '4', days: 'weekends' }, at: 0 })
    const changed = openPages(stage({ pages: [{ title: 'All', questions: [{ ...days, answerOptions: [] }, hours] }] }), [])
    expect(recallDraft(address, changed).answers).toEqual({ hours: '4' })
  })

  test('one returns to the first page before, whose answer could not be kept', () => {
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
    keepDraft(address, withPaper, { answers: { goal: 'A first job', paper: new File(['x'], 'letter.pdf') }, at: 2 })
    expect(recallDraft(address, withPaper).at).toBe(1)
  })
})
