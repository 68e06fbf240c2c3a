import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DangerKind } from '@saathi/contract/help/entities'
import { dangerOf, languages, ordinaryOf, readCorpus, readHeldOut, readTrainedOn } from '../../../test/danger/training.ts'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { detectDanger, findPhrase } from './detect-danger.ts'

const Unseen = z.record(z.string(), z.object({ danger: z.array(z.string()), ordinary: z.array(z.string()) }))
const unseen = Object.values(
  Unseen.parse(JSON.parse(readFileSync(new URL('../../../test/danger/unseen.json', import.meta.url), 'utf8'))),
)
const basic = languages.map(readCorpus)
const independent = languages.map((name) => readCorpus(`independent/${name}`))
const trainedOn = languages.map(readTrainedOn)
const heldOut = languages.map(readHeldOut)
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`

function report(what: string, danger: readonly string[], ordinary: readonly string[]) {
  const missed = danger.filter((line) => detectDanger(line) === null)
  const alarming = ordinary.filter((line) => detectDanger(line) !== null)
  const found = danger.length - missed.length
  process.stdout.write(
    `${what}: recall ${percent(found, danger.length)}, false alarms ${percent(alarming.length, ordinary.length)}\n`,
  )
  return { recall: found / danger.length, falseAlarms: alarming.length / ordinary.length, missed, alarming }
}

describe('the corpus', () => {
  test('has eight languages with six kinds of danger each, and enough dangerous and ordinary sentences', () => {
    expect(basic.map(({ language }) => language).toSorted()).toEqual(['bn', 'en', 'hi', 'hi-Latn', 'kn', 'mr', 'ta', 'te'])
    for (const { danger } of [...basic, ...independent])
      expect(Object.keys(danger).toSorted()).toEqual(DangerKind.options.toSorted())
    expect(new Set([...basic, ...independent].flatMap(dangerOf)).size).toBeGreaterThanOrEqual(9000)
    expect(new Set([...basic, ...independent].flatMap(ordinaryOf)).size).toBeGreaterThanOrEqual(11_000)
  })

  test.each([
    { what: 'the sentences that the phrases were written for', corpora: basic, least: 0.97, most: 0.01 },
    { what: 'the sentences written independently of the phrases', corpora: trainedOn, least: 0.9, most: 0.02 },
    { what: 'a fifth of those, which the classifier is not trained on', corpora: heldOut, least: 0.55, most: 0.04 },
  ])('[AIA-03] $least of dangers are found, with at most $most false alarms: $what', ({ what, corpora, least, most }) => {
    const { recall, falseAlarms, missed, alarming } = report(what, corpora.flatMap(dangerOf), corpora.flatMap(ordinaryOf))
    expect(recall, `missed:\n${missed.join('\n')}`).toBeGreaterThanOrEqual(least)
    expect(falseAlarms, `false alarms:\n${alarming.join('\n')}`).toBeLessThanOrEqual(most)
  })

  /**
   * Phrases and classifier were made without these sentences, and nobody looks at the missed ones: they measure how well unknown
   * wordings are found. The ordinary sentences repeat words of danger on purpose.
   */
  test('most dangers in unseen sentences are found, with few false alarms', () => {
    const { recall, falseAlarms } = report(
      'unseen',
      unseen.flatMap((each) => each.danger),
      unseen.flatMap((each) => each.ordinary),
    )
    expect(recall).toBeGreaterThanOrEqual(0.8)
    expect(falseAlarms).toBeLessThanOrEqual(0.1)
  })

  test('[AIA-03] a danger found only by the classifier is urgent, except for violence', () => {
    const found = [...heldOut, ...trainedOn]
      .flatMap(dangerOf)
      .filter((line) => findPhrase(line) === null)
      .flatMap((line) => detectDanger(line) ?? [])
    expect(found.length).toBeGreaterThan(1_000)
    expect(found.filter(({ kind, isUrgent }) => kind !== 'violence' && !isUrgent)).toEqual([])
    expect(found.filter(({ kind, isUrgent }) => kind === 'violence' && !isUrgent).length).toBeGreaterThan(0)
  })

  test('the kind of danger is right in nine of ten sentences', () => {
    const kinds = basic.flatMap(({ danger }) =>
      Object.entries(danger).flatMap(([kind, lines]) => lines.map((line) => detectDanger(line)?.kind === kind)),
    )
    expect(kinds.filter(Boolean).length / kinds.length).toBeGreaterThanOrEqual(0.9)
  })
})

describe('disguises', () => {
  test.each([
    'I WANT TO DIE',
    'i want\nto   die',
    'i want... to die',
    'I don’t want to live anymore',
    'i dont want to live any more',
    'i w\u200bant to d\u200bie',
    'i want to dieeeeee',
    'k1ll mys3lf',
    'su!cide',
    's u i c i d e',
    'mujhe jeeeena nahi hai',
    'muje jina nhi h',
    'मुझे जीना नहि है',
    'मुझे\u200d जीना नहीं है।',
  ])('%j is found', (text) => {
    expect(detectDanger(text)).toEqual({ kind: 'self-harm', isUrgent: true })
  })

  test.each(['', ' ', '...', '112', '\ud800'])('%j is no danger', (text) => {
    expect(detectDanger(text)).toBeNull()
  })
})

test('an everyday question does not hide a danger', () => {
  expect(detectDanger('I want to die, how do I reset my password?')).toEqual({ kind: 'self-harm', isUrgent: true })
})

test('bullying is not urgent', () => {
  expect(detectDanger('i am being bullied in class')).toEqual({ kind: 'violence', isUrgent: false })
})

test('one dangerous sentence among others is enough, and of several the gravest counts', () => {
  expect(detectDanger('Thank you for the notes. My uncle touches me. See you on Monday')).toMatchObject({ kind: 'abuse' })
  expect(detectDanger('he blackmails me and so i took all the sleeping pills')).toMatchObject({ kind: 'overdose' })
})

test.each(['mar ', 'want to ', 'a', '! ', 'मर ', 'he said he will kill '])(
  'C65: a long text of %j is checked quickly',
  (word) => {
    expect(processorMs(() => detectDanger(word.repeat(25_000)))).toBeLessThan(BUSY_MS)
  },
)
