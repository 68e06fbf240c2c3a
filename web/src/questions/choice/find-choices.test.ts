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

test.each(['দিল্লি', 'தமிழ்நாடு', 'తెలంగాణ', 'ಬೆಂಗಳೂರು', 'बड़ौदा'])('%s is found in any composition and with a joiner', (words) => {
  const places = [...choices, { key: words, words }]
  for (const typed of [words.normalize('NFC'), words.normalize('NFD'), `${words.slice(0, 3)}\u200c${words.slice(3)}`])
    expect(findChoices(places, typed).map(({ key }) => key)).toEqual([words])
})
