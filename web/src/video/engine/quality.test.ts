import { expect, test } from 'vitest'
import { ceilingOf, nextLevel, type QualitySample } from './quality.ts'

const fine: QualitySample = { lossPercent: 0, rttMs: 80, availableBits: 2_000_000 }

test.each([
  { name: 'the connection is good', level: 3, sample: fine, ceiling: 3, goodForMs: 60_000, is: 3 },
  { name: 'little audio is lost', level: 4, sample: { ...fine, lossPercent: 3 }, ceiling: 4, goodForMs: 0, is: 4 },
  { name: 'audio is lost', level: 4, sample: { ...fine, lossPercent: 6 }, ceiling: 4, goodForMs: 0, is: 3 },
  { name: 'much audio is lost', level: 4, sample: { ...fine, lossPercent: 20 }, ceiling: 4, goodForMs: 0, is: 2 },
  { name: 'much audio is lost on a low level', level: 1, sample: { ...fine, lossPercent: 20 }, ceiling: 4, goodForMs: 0, is: 0 },
  { name: 'the round trip is long', level: 2, sample: { ...fine, rttMs: 700 }, ceiling: 4, goodForMs: 0, is: 1 },
  { name: 'the bandwidth is too low', level: 3, sample: { ...fine, availableBits: 350_000 }, ceiling: 4, goodForMs: 0, is: 2 },
  { name: 'the bandwidth is unknown', level: 3, sample: { ...fine, availableBits: null }, ceiling: 4, goodForMs: 0, is: 3 },
  { name: 'it was good for nine seconds', level: 2, sample: fine, ceiling: 4, goodForMs: 9_000, is: 2 },
  { name: 'it was good for ten seconds', level: 2, sample: fine, ceiling: 4, goodForMs: 10_000, is: 3 },
  {
    name: 'it was good without spare bandwidth',
    level: 2,
    sample: { ...fine, availableBits: 400_000 },
    ceiling: 4,
    goodForMs: 10_000,
    is: 2,
  },
  {
    name: 'half a minute passed without loss',
    level: 0,
    sample: { ...fine, availableBits: 50_000 },
    ceiling: 4,
    goodForMs: 30_000,
    is: 1,
  },
  {
    name: 'audio was lost after a long good period',
    level: 2,
    sample: { ...fine, lossPercent: 2 },
    ceiling: 4,
    goodForMs: 60_000,
    is: 2,
  },
  { name: 'someone joined', level: 4, sample: fine, ceiling: 2, goodForMs: 0, is: 2 },
  { name: 'someone joined and audio is lost', level: 4, sample: { ...fine, lossPercent: 8 }, ceiling: 2, goodForMs: 0, is: 1 },
  { name: 'audio only was chosen', level: 4, sample: fine, ceiling: 0, goodForMs: 60_000, is: 0 },
])('[VID-04] the video goes from level $level to $is if $name', ({ level, sample, ceiling, goodForMs, is }) => {
  expect(nextLevel(level, sample, ceiling, goodForMs)).toBe(is)
})

test.each([
  { people: 1, choice: 'auto', is: 4 },
  { people: 2, choice: 'auto', is: 4 },
  { people: 3, choice: 'auto', is: 3 },
  { people: 4, choice: 'auto', is: 2 },
  { people: 5, choice: 'auto', is: 2 },
  { people: 6, choice: 'auto', is: 1 },
  { people: 8, choice: 'auto', is: 1 },
  { people: 8, choice: 'high', is: 4 },
  { people: 2, choice: 'low', is: 1 },
  { people: 2, choice: 'sound', is: 0 },
] as const)('[VID-04] with $people people and "$choice" the highest level is $is', ({ people, choice, is }) => {
  expect(ceilingOf(people, choice)).toBe(is)
})
