import { afterEach, expect, test } from 'vitest'
import { clearPersonalData } from '#core/storage.ts'
import {
  forgetStep,
  lastSession,
  rememberedStatus,
  rememberedStep,
  rememberStatus,
  rememberStep,
  resumeStepOf,
} from './remembered.ts'
import { sessionDetail } from './session-detail.fake.ts'

afterEach(() => localStorage.clear())

test('[LRN-14] each session has its step, and the last one is known', () => {
  rememberStep(3, 14)
  rememberStep(8, 81)
  rememberStep(3, 15)
  expect([rememberedStep(3), rememberedStep(8), rememberedStep(9)]).toEqual([15, 81, undefined])
  expect(lastSession()).toBe(3)
})

test('[LRN-14] a step forgotten takes no other with it', () => {
  rememberStep(3, 14)
  rememberStep(8, 81)
  forgetStep(3)
  expect([rememberedStep(3), rememberedStep(8)]).toEqual([undefined, 81])
})

test('one session in two mentorships and in the hub is three places', () => {
  rememberStep(3, 14)
  rememberStep(3, 15, 7)
  rememberStep(3, 16, 8)
  forgetStep(3, 8)
  expect([rememberedStep(3), rememberedStep(3, 7), rememberedStep(3, 8)]).toEqual([14, 15, undefined])
  expect(resumeStepOf(sessionDetail({ resumeStep: 12 }), 8)).toBe(12)
})

test('[LRN-14] of a mentorship the last session is known with how it stood, and signing out forgets that too', () => {
  rememberStatus(3, 7, 'ONGOING')
  rememberStatus(4, 7, 'PARTIAL_COMPLETE')
  expect([rememberedStatus(4, 7), rememberedStatus(3, 7), rememberedStatus(4, 8)]).toEqual([
    'PARTIAL_COMPLETE',
    undefined,
    undefined,
  ])
  rememberStep(3, 13, 7)
  rememberStatus(3, 7, 'PARTIAL_COMPLETE')
  // Finished here, while what is held is older than that.
  expect(resumeStepOf(sessionDetail({ sessionStatus: 'ONGOING', resumeStep: 11 }), 7)).toBe(11)
  clearPersonalData()
  expect(rememberedStatus(3, 7)).toBeUndefined()
})

test('[LRN-14] signing out forgets it all', () => {
  rememberStep(3, 14)
  clearPersonalData()
  expect([lastSession(), rememberedStep(3)]).toEqual([undefined, undefined])
})

test.each(['', 'x', '{', 'null', '[]', '7', '{"steps":[]}', '{"steps":{"3":"14"}}', '{"last":{}}'])(
  '[LRN-14] a damaged value is as none: %s',
  (stored) => {
    localStorage.setItem('saathi.sessions', stored)
    expect([lastSession(), rememberedStep(3)]).toEqual([undefined, undefined])
    rememberStep(3, 14)
    expect(rememberedStep(3)).toBe(14)
  },
)

test('[LRN-14] one goes on where this device was, else where the server says, else at the beginning', () => {
  expect(resumeStepOf(sessionDetail({ resumeStep: 12 }))).toBe(12)
  rememberStep(3, 13)
  expect(resumeStepOf(sessionDetail({ resumeStep: 12 }))).toBe(13)
  rememberStep(3, 99)
  expect(resumeStepOf(sessionDetail({ resumeStep: 12 }))).toBe(12)
  expect(resumeStepOf(sessionDetail({ resumeStep: 98 }))).toBe(11)
  expect(resumeStepOf(sessionDetail({ sessionSteps: [] }))).toBeUndefined()
})

test.each(['COMPLETED', 'PARTIAL_COMPLETE'] as const)(
  '[LRN-06] whoever has finished begins again at the beginning, also where a step is remembered: %s',
  (sessionStatus) => {
    rememberStep(3, 13)
    expect(resumeStepOf(sessionDetail({ sessionStatus, resumeStep: 11 }))).toBe(11)
    expect(resumeStepOf(sessionDetail({ sessionStatus }))).toBe(11)
  },
)
