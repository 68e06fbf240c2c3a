import { afterEach, expect, test, vi } from 'vitest'
import { onServerTime, serverNow } from './server-time.ts'

afterEach(() => {
  vi.useRealTimers()
  onServerTime(new Date().toUTCString())
})

const noon = Date.parse('2026-11-16T12:00:00Z')
const stopClockAtNoon = () => vi.useFakeTimers({ now: noon, toFake: ['Date'] })

test("a device that is a day behind uses the server's time", () => {
  stopClockAtNoon()
  onServerTime('Tue, 17 Nov 2026 12:00:00 GMT')
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-17T12:00:00.000Z')
})

test('a corrected device uses its own clock again', () => {
  stopClockAtNoon()
  onServerTime('Tue, 17 Nov 2026 12:00:00 GMT')
  onServerTime('Mon, 16 Nov 2026 12:00:20 GMT')
  expect(serverNow()).toBe(noon)
})

test.each([null, '', 'soon'])('a reply without a valid date (%s) changes nothing', (date) => {
  stopClockAtNoon()
  onServerTime('Tue, 17 Nov 2026 12:00:00 GMT')
  onServerTime(date)
  expect(serverNow()).toBe(Date.parse('2026-11-17T12:00:00Z'))
})
