import { expect, test } from 'vitest'
import { QuestionKey, QuestionType, typeOf } from './entities.ts'

test.each(['why', 'take-home', 'q1', 'a-2-b'])('%s is a name for a question', (key) => {
  expect(QuestionKey.safeParse(key).success).toBe(true)
})

test.each(['', 'data', 'constructor', 'prototype', '__proto__', 'Why', 'take_home', '-a', 'a-', 'a--b', 'a b', 'x'.repeat(61)])(
  '%j is none: a form could not carry its answer, or it would be read as something else',
  (key) => {
    expect(QuestionKey.safeParse(key).success).toBe(false)
  },
)

test('a type of a later version is unknown, and so is what every object has', () => {
  for (const type of QuestionType.options) expect(typeOf({ questionType: type })).toBe(type)
  for (const type of ['Hologram', 'text', 'toString', 'constructor', '']) expect(typeOf({ questionType: type })).toBeUndefined()
})
