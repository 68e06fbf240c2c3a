import { expect, test } from 'vitest'
import { formatValues, peopleIn, readValues } from './notice-values.ts'
import { renderNotice } from './notice-templates.ts'

const values = readValues({
  device: 'a phone',
  leavesOn: { dayOf: '2026-08-07T19:00:00.000Z' },
  parts: { namesOf: ['notices.part.curriculum', 'notices.part.video', 'notices.part.survey'] },
})

test('a moment is shown as its date in India, and names as one list', () => {
  expect(formatValues('en', values)).toEqual({
    device: 'a phone',
    leavesOn: '8 August 2026',
    parts: 'Mentorship, Video calls and Surveys',
  })
})

test('a time is shown in India’s time zone, with its date', () => {
  const at = readValues({ when: { timeOf: '2026-11-14T19:30:00.000Z' } })
  expect(formatValues('en', at)['when']).toMatch(/^Sunday,? 15 November 2026 at 1:00\sam$/)
  expect(formatValues('hi', at)['when']).toMatch(/^रविवार, 15 नवंबर 2026 को 1:00\sam बजे$/)
})

test('values are shown in the reader’s language', () => {
  expect(formatValues('hi', values)).toEqual({
    device: 'a phone',
    leavesOn: '8 अगस्त 2026',
    parts: 'मेंटरशिप, वीडियो कॉल, और सर्वे',
  })
})

test('an untranslated notice has an English date in it', () => {
  const row = {
    id: 1,
    kind: 'security',
    template: 'leaveAsked',
    values: { leavesOn: { dayOf: '2026-08-07T19:00:00.000Z' } },
    link: null,
    createdAt: new Date(),
    readAt: null,
  }
  const look = { names: new Map(), as: 'list' as const }
  const [english] = renderNotice('en', row, look)
  expect(english?.text).toContain('8 August 2026')
  expect(renderNotice('gu', row, look)).toEqual([english])
  expect(renderNotice('hi', row, look)[0]?.text).toContain('8 अगस्त 2026')
})

test('[DAY-49] a person is shown by name, and a call by its time of day', () => {
  const called = readValues({ from: { nameOf: 7 }, at: { clockOf: '2026-11-14T17:57:00.000Z' } })
  expect(peopleIn(called)).toEqual([7])
  expect(formatValues('en', called, new Map([[7, 'Asha']]))).toEqual({ from: 'Asha', at: expect.stringMatching(/^11:27\spm$/) })
})

test('an unknown kind of value is rejected', () => {
  expect(() => readValues({ parts: 7 })).toThrow('Invalid input')
})
