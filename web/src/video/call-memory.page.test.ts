import { beforeEach, expect, test } from 'vitest'
import { chooseLessData } from '../../test/data-light.ts'
import { devicesFor, forgetCall, isCameraHeldBack, recallCall, rememberConsent, rememberDevices } from './call-memory.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

test('[VID-05] what was answered and switched on is known in this tab for three hours', () => {
  rememberConsent('a', true, 1_000)
  rememberDevices('a', 2_000, { microphone: false, camera: true })
  expect(recallCall('a', 3 * HOUR_MS)).toMatchObject({ consent: true, microphone: false, camera: true, at: 1_000 })
  expect(recallCall('a', 3 * HOUR_MS + 1_000)).toBeNull()
  expect(recallCall('b', 1_000)).toBeNull()
})

test('[VID-05] a changed answer keeps what was switched on', () => {
  rememberConsent('a', true, 1_000)
  rememberDevices('a', 1_000, { microphone: false, camera: false })
  rememberConsent('a', false, 2_000)
  expect(recallCall('a', 2_000)).toMatchObject({ consent: false, microphone: false, camera: false, at: 2_000 })
})

test('nothing is kept of a call that one is not in, and what was left is forgotten', () => {
  rememberDevices('a', 1_000, { microphone: false, camera: false })
  expect(recallCall('a', 1_000)).toBeNull()
  rememberConsent('a', true, 1_000)
  forgetCall('a')
  expect(recallCall('a', 1_000)).toBeNull()
})

test('whoever saves data comes in without camera, and as they were when they come back', () => {
  expect(devicesFor('a', 1_000)).toEqual({ microphone: true, camera: true })
  chooseLessData()
  expect(devicesFor('a', 1_000)).toEqual({ microphone: true, camera: false })
  rememberConsent('a', true, 1_000)
  expect(recallCall('a', 1_000)).toMatchObject({ microphone: true, camera: false })
  rememberDevices('a', 1_000, { microphone: true, camera: true })
  expect(devicesFor('a', 1_000)).toEqual({ microphone: true, camera: true })
})

test('that the camera waits to save data is known until it was on, also after a reload', () => {
  chooseLessData()
  expect(isCameraHeldBack('a', 1_000)).toBe(true)
  rememberConsent('a', true, 1_000)
  rememberDevices('a', 1_000, { microphone: true, camera: false })
  expect(isCameraHeldBack('a', 1_000)).toBe(true)
  rememberDevices('a', 1_000, { microphone: true, camera: true })
  rememberDevices('a', 1_000, { microphone: true, camera: false })
  rememberConsent('a', false, 2_000)
  expect(isCameraHeldBack('a', 2_000)).toBe(false)
})

test('who came in with everything and switched the camera off has not done it to save data', () => {
  rememberConsent('a', true, 1_000)
  rememberDevices('a', 1_000, { microphone: true, camera: false })
  chooseLessData()
  expect(isCameraHeldBack('a', 1_000)).toBe(false)
})

test.each(['', 'x', '{}', '{"consent":"yes","microphone":true,"camera":true,"at":1}'])('%s is no memory', (text) => {
  sessionStorage.setItem('saathi.call.a', text)
  expect(recallCall('a', 1_000)).toBeNull()
})
