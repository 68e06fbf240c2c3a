import { expect, test } from 'vitest'
import { QuestionKey, QuestionType, typeOf } from './entities.ts'

test.each(['why', 'take-home', 'q1', 'a-2-b'])('%s is a valid question key', (key) => {
  expect(QuestionKey.safeParse(key).success).toBe(true)
})

test.each(['', 'data', 'constructor', 'prototype', '__proto__', 'Why', 'take_home', '-a', 'a-', 'a--b', 'a b', 'x'.repeat(61)])(
  '%j is not a valid question key',
  (key) => {
    expect(QuestionKey.safeParse(key).success).toBe(false)
  },
)

test('unknown types and inherited property names are not question types', () => {
  for (const type of QuestionType.options) expect(typeOf({ questionType: type })).toBe(type)
  for (const type of ['Hologram', 'text', 'toString', 'constructor', '']) expect(typeOf({ questionType: type })).toBeUndefined()
})
