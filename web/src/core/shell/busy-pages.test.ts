import { expect, test } from 'vitest'
import { isBusyPage } from './busy-pages.ts'

test.each([
  ['/session/step/quiz', true],
  ['/session/step/sessionfeedback/', true],
  ['/mentorship/4/step/11/quiz', true],
  ['/mentorship/4/step/sessionfeedback', true],
  ['/stage', true],
  ['/video/join-meeting/6f1c', true],
  ['/session/step', false],
  ['/mentorship/4/step/11', false],
  ['/mentorship', false],
  ['/learninghub', false],
  ['/chat/messenger', false],
])('isBusyPage(%s) is %s', (path, isBusy) => {
  expect(isBusyPage(path)).toBe(isBusy)
})
