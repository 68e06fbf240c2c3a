import { expect, test } from 'vitest'
import { isConjunct, syllablesIn } from './syllables.ts'

test.each([
  ['क्षत्रियों', ['क्ष', 'त्रि', 'यों']],
  ['विद्यार्थी', ['वि', 'द्या', 'र्थी']],
  ['राष्ट्रीय', ['रा', 'ष्ट्री', 'य']],
  ['पढ़ाई', ['प', 'ढ़ा']],
  ['महान् नमन', ['म', 'हा', 'न्', 'न', 'म', 'न']],
  ['র্‍যাব', ['র্‍যা', 'ব']],
  ['ಮಾರ್ಗದ', ['ಮಾ', 'ರ್ಗ', 'ದ']],
  ['ప్రశ్నలు', ['ప్ర', 'శ్న', 'లు']],
  ['கேள்வி', []],
  ['Asha, 4', []],
])('the syllables of %s', (text, syllables) => {
  expect(syllablesIn(text)).toEqual(syllables)
})

test.each([
  ['क्षि', true],
  ['র্‍যা', true],
  ['ನ್ನ', true],
  ['न्', false],
  ['ढ़ा', false],
])('%s is a conjunct: %j', (text, is) => {
  expect(isConjunct(text)).toBe(is)
})
