import { afterEach, expect, test } from 'vitest'
import { clearPersonalData } from '#core/storage.ts'
import { clearStep, lastSession, storedStatus, storedStep, storeStatus, storeStep, resumeStepOf } from './resume-storage.ts'
import { sessionDetail } from './detail.fake.ts'

afterEach(() => localStorage.clear())

test('[LRN-14] each session has its own step, and the last one is known', () => {
  storeStep(3, 14)
  storeStep(8, 81)
  storeStep(3, 15)
  expect([storedStep(3), storedStep(8), storedStep(9)]).toEqual([15, 81, undefined])
  expect(lastSession()).toBe(3)
})

test('[LRN-14] clearing one step keeps the others', () => {
  storeStep(3, 14)
  storeStep(8, 81)
  clearStep(3)
  expect([storedStep(3), storedStep(8)]).toEqual([undefined, 81])
})

test('positions of a session in two mentorships and the hub are separate', () => {
  storeStep(3, 14)
  storeStep(3, 15, 7)
  storeStep(3, 16, 8)
  clearStep(3, 8)
  expect([storedStep(3), storedStep(3, 7), storedStep(3, 8)]).toEqual([14, 15, undefined])
  expect(resumeStepOf(sessionDetail({ resumeStep: 12 }), 8)).toBe(12)
})

test('[LRN-14] the last mentorship session is stored with its status, and removed at sign-out', () => {
  storeStatus(3, 7, 'ONGOING')
  storeStatus(4, 7, 'PARTIAL_COMPLETE')
  expect([storedStatus(4, 7), storedStatus(3, 7), storedStatus(4, 8)]).toEqual(['PARTIAL_COMPLETE', undefined, undefined])
  storeStep(3, 13, 7)
  storeStatus(3, 7, 'PARTIAL_COMPLETE')
  // The session was finished here, and its cached copy is older.
  expect(resumeStepOf(sessionDetail({ sessionStatus: 'ONGOING', resumeStep: 11 }), 7)).toBe(11)
  clearPersonalData()
  expect(storedStatus(3, 7)).toBeUndefined()
})

test('[LRN-14] signing out removes everything', () => {
  storeStep(3, 14)
  clearPersonalData()
  expect([lastSession(), storedStep(3)]).toEqual([undefined, undefined])
})

test.each(['', 'x', '{', 'null', '[]', '7', '{"steps":[]}', '{"steps":{"3":"14"}}', '{"last":{}}'])(
  '[LRN-14] a damaged value is ignored: %s',
  (stored) => {
    localStorage.setItem('saathi.sessions', stored)
    expect([lastSession(), storedStep(3)]).toEqual([undefined, undefined])
    storeStep(3, 14)
    expect(storedStep(3)).toBe(14)
  },
)

test('[LRN-14] the resume step is the stored one, else the server’s, else the first', () => {
  expect(resumeStepOf(sessionDetail({ resumeStep: 12 }))).toBe(12)
  storeStep(3, 13)
  expect(resumeStepOf(sessionDetail({ resumeStep: 12 }))).toBe(13)
  storeStep(3, 99)
  expect(resumeStepOf(sessionDetail({ resumeStep: 12 }))).toBe(12)
  expect(resumeStepOf(sessionDetail({ resumeStep: 98 }))).toBe(11)
  expect(resumeStepOf(sessionDetail({ sessionSteps: [] }))).toBeUndefined()
})

test.each(['COMPLETED', 'PARTIAL_COMPLETE'] as const)(
  '[LRN-06] a finished session starts at its beginning, even if a step is stored: %s',
  (sessionStatus) => {
    storeStep(3, 13)
    expect(resumeStepOf(sessionDetail({ sessionStatus, resumeStep: 11 }))).toBe(11)
    expect(resumeStepOf(sessionDetail({ sessionStatus }))).toBe(11)
  },
)
