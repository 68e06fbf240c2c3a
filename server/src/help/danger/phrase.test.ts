import { expect, test } from 'vitest'
import { dangerOf, languages, ordinaryOf, readCorpus } from '../../../test/danger/training.ts'
import { compilePhrases, isSaid, phraseFinder } from './phrase.ts'
import { english } from './phrases/english.ts'
import { hindi } from './phrases/hindi.ts'
import { hinglish } from './phrases/hinglish.ts'
import { wideHinglish, wideIndian } from './phrases/wide-indian.ts'
import { wideEnglish } from './phrases/wide.ts'
import { cutSentences } from './tokens.ts'

const lists = [english, hinglish, hindi, wideEnglish, wideHinglish, wideIndian]
const SAMPLED = 3

test('looking phrases up by their rarest word misses none of those in the text', () => {
  const phrases = lists.flatMap(compilePhrases)
  const candidatesFor = phraseFinder(phrases)
  const lines = languages.map(readCorpus).flatMap((corpus) => [...dangerOf(corpus), ...ordinaryOf(corpus)])
  const sentences = lines.filter((_, at) => at % SAMPLED === 0).flatMap(cutSentences)
  let found = 0
  for (const tokens of sentences) {
    const candidates = new Set(candidatesFor(tokens))
    const said = phrases.filter((phrase) => isSaid(phrase, tokens))
    found += said.length
    expect(said.filter((phrase) => !candidates.has(phrase))).toEqual([])
  }
  expect(found).toBeGreaterThan(100)
})

test('elements with several words, beginnings and numbers are found', () => {
  const phrases = compilePhrases({
    words: { pill: 'pill|pills' },
    groups: [{ kind: 'overdose', phrases: 'took ~ # @pill\nswallow* & tablet*\nhit ! ball' }],
  })
  const candidatesFor = phraseFinder(phrases)
  const said = (text: string) =>
    cutSentences(text).flatMap((tokens) => candidatesFor(tokens).filter((phrase) => isSaid(phrase, tokens))).length
  expect(['I took 20 pills', 'tablets were swallowed', 'he hit me'].map(said)).toEqual([1, 1, 1])
  expect(['I took 2 pills', 'tablets', 'he hit the ball', ''].map(said)).toEqual([0, 0, 0, 0])
})
