import { expect, test } from 'vitest'
import { findChoices } from './use-combo-box.ts'

const choices = ['Hindi', 'Résumé', 'हिन्दी', 'हन'].map((words) => ({ key: words, words }))
const found = (typed: string) => findChoices(choices, typed).map(({ words }) => words)

test.each([
  ['', ['Hindi', 'Résumé', 'हिन्दी', 'हन']],
  ['  ', ['Hindi', 'Résumé', 'हिन्दी', 'हन']],
  ['IND', ['Hindi']],
  ['resume', ['Résumé']],
  ['हिन', ['हिन्दी']],
  ['हन', ['हन']],
  ['zz', []],
])('typing "%s" finds %j', (typed, words) => {
  expect(found(typed)).toEqual(words)
})
