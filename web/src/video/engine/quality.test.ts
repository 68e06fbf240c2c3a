import { expect, test } from 'vitest'
import { ceilingOf, nextLevel, type QualitySample } from './quality.ts'

const fine: QualitySample = { lossPercent: 0, rttMs: 80, availableBits: 2_000_000 }

test.each([
  { name: 'nothing is wrong', level: 3, sample: fine, ceiling: 3, goodForMs: 60_000, is: 3 },
  { name: 'a little sound is lost', level: 4, sample: { ...fine, lossPercent: 3 }, ceiling: 4, goodForMs: 0, is: 4 },
  { name: 'sound is lost', level: 4, sample: { ...fine, lossPercent: 6 }, ceiling: 4, goodForMs: 0, is: 3 },
  { name: 'much sound is lost', level: 4, sample: { ...fine, lossPercent: 20 }, ceiling: 4, goodForMs: 0, is: 2 },
  { name: 'much sound is lost at the end', level: 1, sample: { ...fine, lossPercent: 20 }, ceiling: 4, goodForMs: 0, is: 0 },
  { name: 'it takes long', level: 2, sample: { ...fine, rttMs: 700 }, ceiling: 4, goodForMs: 0, is: 1 },
  { name: 'the way is too narrow', level: 3, sample: { ...fine, availableBits: 350_000 }, ceiling: 4, goodForMs: 0, is: 2 },
  { name: 'the way is not known', level: 3, sample: { ...fine, availableBits: null }, ceiling: 4, goodForMs: 0, is: 3 },
  { name: 'it was good for nine seconds', level: 2, sample: fine, ceiling: 4, goodForMs: 9_000, is: 2 },
  { name: 'it was good for ten seconds', level: 2, sample: fine, ceiling: 4, goodForMs: 10_000, is: 3 },
  {
    name: 'it was good and has no room',
    level: 2,
    sample: { ...fine, availableBits: 400_000 },
    ceiling: 4,
    goodForMs: 10_000,
    is: 2,
  },
  {
    name: 'it is tried after half a minute',
    level: 0,
    sample: { ...fine, availableBits: 50_000 },
    ceiling: 4,
    goodForMs: 30_000,
    is: 1,
  },
  {
    name: 'it was good for long and just lost some',
    level: 2,
    sample: { ...fine, lossPercent: 2 },
    ceiling: 4,
    goodForMs: 60_000,
    is: 2,
  },
  { name: 'somebody came', level: 4, sample: fine, ceiling: 2, goodForMs: 0, is: 2 },
  { name: 'somebody came and sound is lost', level: 4, sample: { ...fine, lossPercent: 8 }, ceiling: 2, goodForMs: 0, is: 1 },
  { name: 'only sound is wanted', level: 4, sample: fine, ceiling: 0, goodForMs: 60_000, is: 0 },
])('[VID-04] the picture goes from $level to $is where $name', ({ level, sample, ceiling, goodForMs, is }) => {
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
] as const)('[VID-04] with $people people and "$choice" the best picture is $is', ({ people, choice, is }) => {
  expect(ceilingOf(people, choice)).toBe(is)
})
