import { HOUR_MS } from '@saathi/contract/core/time'
import { beforeEach, expect, test } from 'vitest'
import { chooseLessData } from '../../test/data-light.ts'
import { devicesFor, forgetCall, isCameraOffForData, readStoredCall, storeConsent, storeDevices } from './stored-call.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

test('[VID-05] consent and devices are stored for this tab for three hours', () => {
  storeConsent('a', true, 1_000)
  storeDevices('a', 2_000, { microphone: false, camera: true })
  expect(readStoredCall('a', 3 * HOUR_MS)).toMatchObject({ consent: true, microphone: false, camera: true, at: 1_000 })
  expect(readStoredCall('a', 3 * HOUR_MS + 1_000)).toBeNull()
  expect(readStoredCall('b', 1_000)).toBeNull()
})

test('[VID-05] a changed answer keeps the devices', () => {
  storeConsent('a', true, 1_000)
  storeDevices('a', 1_000, { microphone: false, camera: false })
  storeConsent('a', false, 2_000)
  expect(readStoredCall('a', 2_000)).toMatchObject({ consent: false, microphone: false, camera: false, at: 2_000 })
})

test('nothing is stored outside a call, and leaving deletes it', () => {
  storeDevices('a', 1_000, { microphone: false, camera: false })
  expect(readStoredCall('a', 1_000)).toBeNull()
  storeConsent('a', true, 1_000)
  forgetCall('a')
  expect(readStoredCall('a', 1_000)).toBeNull()
})

test('data saver mode starts without camera, and a reload restores the devices', () => {
  expect(devicesFor('a', 1_000)).toEqual({ microphone: true, camera: true })
  chooseLessData()
  expect(devicesFor('a', 1_000)).toEqual({ microphone: true, camera: false })
  storeConsent('a', true, 1_000)
  expect(readStoredCall('a', 1_000)).toMatchObject({ microphone: true, camera: false })
  storeDevices('a', 1_000, { microphone: true, camera: true })
  expect(devicesFor('a', 1_000)).toEqual({ microphone: true, camera: true })
})

test('a camera counts as off for saving data until it is switched on, even after a reload', () => {
  chooseLessData()
  expect(isCameraOffForData('a', 1_000)).toBe(true)
  storeConsent('a', true, 1_000)
  storeDevices('a', 1_000, { microphone: true, camera: false })
  expect(isCameraOffForData('a', 1_000)).toBe(true)
  storeDevices('a', 1_000, { microphone: true, camera: true })
  storeDevices('a', 1_000, { microphone: true, camera: false })
  storeConsent('a', false, 2_000)
  expect(isCameraOffForData('a', 2_000)).toBe(false)
})

test('a camera switched off by hand does not count as data saving', () => {
  storeConsent('a', true, 1_000)
  storeDevices('a', 1_000, { microphone: true, camera: false })
  chooseLessData()
  expect(isCameraOffForData('a', 1_000)).toBe(false)
})

test.each(['', 'x', '{}', '{"consent":"yes","microphone":true,"camera":true,"at":1}'])('%s is not a valid entry', (text) => {
  sessionStorage.setItem('saathi.call.a', text)
  expect(readStoredCall('a', 1_000)).toBeNull()
})
