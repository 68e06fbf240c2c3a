import { expect, test } from 'vitest'
import { fromIndiaField, indiaTime } from './india-time.ts'

test('a time is shown in Indian time', () => {
  expect(indiaTime('2026-11-14T14:00:00Z')).toMatch(/Saturday.*14 November.*2026.*7:30:00/)
})

test('a time typed without a zone is in Indian time', () => {
  expect(fromIndiaField('2026-11-14T19:30')).toBe('2026-11-14T14:00:00.000Z')
})
