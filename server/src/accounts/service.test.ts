import { expect, test } from 'vitest'
import { shownName } from './service.ts'

test('people who have left are shown as a former member in the reader’s language', () => {
  const asha = { firstName: 'Asha', lastName: 'Rao' }
  const left = { ...asha, deletedAt: new Date('2026-07-01T00:00:00Z') }
  expect(shownName({ ...asha, deletedAt: null }, 'en')).toBe('Asha Rao')
  expect(shownName(left, 'en')).toBe('Former member')
  expect(shownName(left, 'hi')).toBe('पूर्व सदस्य')
})
