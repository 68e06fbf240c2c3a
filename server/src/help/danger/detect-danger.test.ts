import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DangerKind } from '@saathi/contract/help/entities'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { detectDanger } from './detect-danger.ts'

const folder = new URL('../../../test/danger/', import.meta.url)
const Corpus = z.object({
  language: z.string(),
  danger: z.record(DangerKind, z.array(z.string())),
  ordinary: z.array(z.string()),
  templates: z.array(z.object({ text: z.string(), x: z.array(z.string()) })),
})
const Unseen = z.record(z.string(), z.object({ danger: z.array(z.string()), ordinary: z.array(z.string()) }))
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

const corpora = readdirSync(folder)
  .filter((name) => name !== 'unseen.json')
  .map((name) => Corpus.parse(read(name)))
const dangerOf = ({ danger }: (typeof corpora)[number]) => Object.values(danger).flat()
const ordinaryOf = ({ ordinary, templates }: (typeof corpora)[number]) => [
  ...ordinary,
  ...templates.flatMap(({ text, x }) => x.map((word) => text.replace('{x}', word))),
]

/** Every fifth line is not looked at while phrases are written. */
const isHeldOut = (_line: string, at: number) => at % 5 === 4
const missed = (lines: readonly string[]) => lines.filter((line) => detectDanger(line) === null)
const alarming = (lines: readonly string[]) => lines.filter((line) => detectDanger(line) !== null)
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`

function report(what: string, danger: readonly string[], ordinary: readonly string[]) {
  const [lost, false_] = [missed(danger), alarming(ordinary)]
  const found = danger.length - lost.length
  process.stdout.write(
    `${what}: recall ${percent(found, danger.length)}, false alarms ${percent(false_.length, ordinary.length)}\n`,
  )
  return { recall: found / danger.length, falseAlarms: false_.length / ordinary.length, lost, false_ }
}

describe('the corpus', () => {
  const danger = corpora.flatMap(dangerOf)
  const ordinary = corpora.flatMap(ordinaryOf)

  test('has eight languages, six kinds in each, and enough sentences of both sorts', () => {
    expect(corpora.map(({ language }) => language).toSorted()).toEqual(['bn', 'en', 'hi', 'hi-Latn', 'kn', 'mr', 'ta', 'te'])
    for (const { danger: kinds } of corpora) expect(Object.keys(kinds).toSorted()).toEqual(DangerKind.options.toSorted())
    expect(new Set(danger).size).toBeGreaterThanOrEqual(300)
    expect(new Set(ordinary).size).toBeGreaterThanOrEqual(2000)
    expect(new Set(corpora.flatMap((each) => each.ordinary)).size).toBeGreaterThanOrEqual(700)
  })

  test.each<{ what: string; isIn: (line: string, at: number) => boolean }>([
    { what: 'all', isIn: () => true },
    { what: 'held out', isIn: isHeldOut },
  ])('[AIA-03] $what: 97 of 100 dangers are found, with at most one false alarm in 100', ({ what, isIn }) => {
    const { recall, falseAlarms, lost, false_ } = report(
      what,
      corpora.flatMap((each) => dangerOf(each).filter(isIn)),
      corpora.flatMap((each) => ordinaryOf(each).filter(isIn)),
    )
    expect(recall, `missed:\n${lost.join('\n')}`).toBeGreaterThanOrEqual(0.97)
    expect(falseAlarms, `false alarms:\n${false_.join('\n')}`).toBeLessThanOrEqual(0.01)
  })

  /**
   * Written after the phrases, and no phrase is written for it: what was missed here is not looked at. It tells what to expect of
   * words that nobody has thought of. The limits keep it from getting worse.
   */
  test('sentences that no phrase was written for are found more often than not, without false alarms', () => {
    const unseen = Object.values(Unseen.parse(read('unseen.json')))
    const { recall, falseAlarms } = report(
      'unseen',
      unseen.flatMap((each) => each.danger),
      unseen.flatMap((each) => each.ordinary),
    )
    expect(recall).toBeGreaterThanOrEqual(0.6)
    expect(falseAlarms).toBeLessThanOrEqual(0.01)
  })

  test('the kind is right for nine of ten', () => {
    const kinds = corpora.flatMap(({ danger: of }) =>
      Object.entries(of).flatMap(([kind, lines]) => lines.map((line) => detectDanger(line)?.kind === kind)),
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

  test.each(['', ' ', '...', '112', '\ud800'])('%j is nothing', (text) => {
    expect(detectDanger(text)).toBeNull()
  })
})

test('what troubles without danger is not urgent', () => {
  expect(detectDanger('i am being bullied in class')).toEqual({ kind: 'violence', isUrgent: false })
})

test('one sentence of danger among others decides, and the gravest of several', () => {
  expect(detectDanger('Thank you for the notes. My uncle touches me. See you on Monday')).toMatchObject({ kind: 'abuse' })
  expect(detectDanger('he blackmails me and so i took all the sleeping pills')).toMatchObject({ kind: 'overdose' })
})

test.each(['mar ', 'want to ', 'a', '! ', 'मर ', 'he said he will kill '])(
  'C65: a long text of %j is read in no time',
  (word) => {
    expect(processorMs(() => detectDanger(word.repeat(25_000)))).toBeLessThan(BUSY_MS)
  },
)
