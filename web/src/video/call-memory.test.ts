import { beforeEach, expect, test } from 'vitest'
import { forgetCall, recallCall, rememberConsent, rememberDevices } from './call-memory.ts'

const HOUR_MS = 3_600_000

beforeEach(() => sessionStorage.clear())

test('[VID-05] what was answered and switched on is known in this tab for three hours', () => {
  rememberConsent('a', true, 1_000)
  rememberDevices('a', 2_000, { microphone: false, camera: true })
  expect(recallCall('a', 3 * HOUR_MS)).toEqual({ consent: true, microphone: false, camera: true, at: 1_000 })
  expect(recallCall('a', 3 * HOUR_MS + 1_000)).toBeNull()
  expect(recallCall('b', 1_000)).toBeNull()
})

test('[VID-05] a changed answer keeps what was switched on', () => {
  rememberConsent('a', true, 1_000)
  rememberDevices('a', 1_000, { microphone: false, camera: false })
  rememberConsent('a', false, 2_000)
  expect(recallCall('a', 2_000)).toEqual({ consent: false, microphone: false, camera: false, at: 2_000 })
})

test('nothing is kept of a call that one is not in, and what was left is forgotten', () => {
  rememberDevices('a', 1_000, { microphone: false, camera: false })
  expect(recallCall('a', 1_000)).toBeNull()
  rememberConsent('a', true, 1_000)
  forgetCall('a')
  expect(recallCall('a', 1_000)).toBeNull()
})

test.each(['', 'x', '{}', '{"consent":"yes","microphone":true,"camera":true,"at":1}'])('%s is no memory', (text) => {
  sessionStorage.setItem('saathi.call.a', text)
  expect(recallCall('a', 1_000)).toBeNull()
})
