import { expect, test } from 'vitest'
import { comingOf } from './cache.ts'
import { event } from './calendar.fake.ts'

const at = (scheduledTime: string) => event({ scheduledTime })
const now = new Date('2026-11-14T06:30:00Z')

test('comingOf returns current and future events, earliest first, up to the limit', () => {
  const over = at('2026-11-14T05:30:00Z')
  const goesOn = at('2026-11-14T05:31:00Z')
  const [evening, tomorrow] = [at('2026-11-14T14:00:00Z'), at('2026-11-15T14:00:00Z')]
  expect(comingOf([tomorrow, over, evening, goesOn], now, 2)).toEqual([goesOn, evening])
  expect(comingOf([over], now, 2)).toEqual([])
})

test('an event that started before midnight in India continues after it', () => {
  const late = at('2026-11-14T18:00:00Z')
  expect(comingOf([late], new Date('2026-11-14T18:45:00Z'), 2)).toEqual([late])
})
