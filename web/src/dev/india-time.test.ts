import { expect, test } from 'vitest'
import { fromIndiaField, indiaTime } from './india-time.ts'

test("a time is shown in Indian time, in the reader's language", () => {
  expect(indiaTime('2026-11-14T14:00:00Z', 'en')).toMatch(/Saturday.*14 November.*2026.*7:30:00/)
  expect(indiaTime('2026-11-14T14:00:00Z', 'hi')).toMatch(/शनिवार.*14 नवंबर.*2026.*7:30:00/)
})

test('a time typed without a zone is in Indian time', () => {
  expect(fromIndiaField('2026-11-14T19:30')).toBe('2026-11-14T14:00:00.000Z')
})
