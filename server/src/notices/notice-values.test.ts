import { expect, test } from 'vitest'
import { readValues, showValues } from './notice-values.ts'
import { writeNotice } from './notice-words.ts'

const values = readValues({
  device: 'a phone',
  leavesOn: { dayOf: '2026-08-07T19:00:00.000Z' },
  parts: { namesOf: ['notices.part.curriculum', 'notices.part.video', 'notices.part.survey'] },
})

test('a moment is its day in India, whatever the day elsewhere, and names are told as one list', () => {
  expect(showValues('en', values)).toEqual({
    device: 'a phone',
    leavesOn: '8 August 2026',
    parts: 'Mentorship, Video calls and Surveys',
  })
})

test('an hour is India’s, with its day', () => {
  const at = readValues({ when: { timeOf: '2026-11-14T19:30:00.000Z' } })
  expect(showValues('en', at)['when']).toMatch(/^Sunday,? 15 November 2026 at 1:00\sam$/)
  expect(showValues('hi', at)['when']).toMatch(/^रविवार, 15 नवंबर 2026 को 1:00\sam बजे$/)
})

test('each in the reader’s own language', () => {
  expect(showValues('hi', values)).toEqual({
    device: 'a phone',
    leavesOn: '8 अगस्त 2026',
    parts: 'मेंटरशिप, वीडियो कॉल, और सर्वे',
  })
})

test('what reads in English, because nobody has written it in the reader’s language yet, has an English day in it', () => {
  const row = {
    id: 1,
    kind: 'security',
    template: 'leaveAsked',
    values: { leavesOn: { dayOf: '2026-08-07T19:00:00.000Z' } },
    link: null,
    createdAt: new Date(),
    readAt: null,
  }
  const [english] = writeNotice('en', row)
  expect(english?.text).toContain('8 August 2026')
  expect(writeNotice('bn', row)).toEqual([english])
  expect(writeNotice('hi', row)[0]?.text).toContain('8 अगस्त 2026')
})

test('a value of no known kind is not shown', () => {
  expect(() => readValues({ parts: 7 })).toThrow('Invalid input')
})
