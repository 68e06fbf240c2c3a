import { describe, expect, test } from 'vitest'
import { BUSY_MS, processorMs } from '../../test/processor-time.ts'
import { speaksOfHarm } from './harm.ts'

describe('words of harm are noticed', () => {
  test.each([
    'I want to die',
    'sometimes i think about SUICIDE.',
    'I want\nto   die',
    'My uncle beats me',
    'he touched me',
    'मैं मरना चाहता हूँ',
    'मैं आत्महत्या कर लूँगी',
    'मेरा भाई मुझे मारता है',
    'अब मैं मर जाऊँगा',
    'mujhe lagta hai main mar jaungi',
    'Khudkushi ke baare mein soch raha hoon',
  ])('%s', (text) => {
    expect(speaksOfHarm(text)).toBe(true)
  })

  test.each([
    'How do I plan a call?',
    'The deadline is killing me',
    'I will die of laughter',
    'मुझे नौकरी चाहिए',
    'kal milte hain',
    '',
  ])('and %j is none of them', (text) => {
    expect(speaksOfHarm(text)).toBe(false)
  })
})

test('C65: a long text is read in no time', () => {
  expect(processorMs(() => speaksOfHarm('mar '.repeat(25_000)))).toBeLessThan(BUSY_MS)
})
