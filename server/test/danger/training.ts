import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { DangerKind } from '@saathi/contract/help/entities'
import { bucketOf, BUCKETS, featuresOf, KIND_BUCKETS, type Model, sentencesOf } from '../../src/help/danger/classifier.ts'

const EPOCHS = 20
const RATE = 0.2
const DECAY = 1e-6
const kinds = DangerKind.options
export const languages = ['bn', 'en', 'hi', 'hi-latn', 'kn', 'mr', 'ta', 'te']

const Corpus = z.object({
  language: z.string(),
  danger: z.record(DangerKind, z.array(z.string())),
  ordinary: z.array(z.string()),
  /** Ordinary sentences with a gap, and the words that fill it. */
  templates: z.optional(z.array(z.object({ text: z.string(), x: z.array(z.string()) }))),
})
export type Corpus = z.infer<typeof Corpus>

/** `kind` is the index of the kind of danger; -1 for an ordinary message. */
export type Example = { text: string; kind: number; features: number[] }

export const readCorpus = (name: string): Corpus =>
  Corpus.parse(JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')))

export const dangerOf = ({ danger }: Corpus): string[] => Object.values(danger).flat()

export const ordinaryOf = ({ ordinary, templates = [] }: Corpus): string[] => [
  ...ordinary,
  ...templates.flatMap(({ text, x }) => x.map((word) => text.replace('{x}', word))),
]

/** A fifth of the sentences, which stays the same when others are added. */
const isHeldOut = (text: string): boolean => createHash('sha256').update(text).digest().readUInt32BE() % 5 === 0

/** The independent sentences that the classifier is not trained on, or the others. */
function readIndependent(name: string, heldOut: boolean): Corpus {
  const { danger, ordinary, templates = [], ...corpus } = readCorpus(`independent/${name}`)
  const pick = (texts: readonly string[]) => texts.filter((text) => isHeldOut(text) === heldOut)
  const picked = Object.entries(danger).map(([kind, texts]) => [kind, pick(texts)])
  return Corpus.parse({
    ...corpus,
    danger: Object.fromEntries(picked),
    ordinary: pick(ordinary),
    templates: templates.filter(({ text }) => isHeldOut(text) === heldOut),
  })
}
export const readHeldOut = (name: string): Corpus => readIndependent(name, true)
export const readTrainedOn = (name: string): Corpus => readIndependent(name, false)

/** All sentences except those of unseen.json and those held out, each once, in the same order each time. */
export function readExamples(): Example[] {
  const kindByText = new Map<string, number>()
  for (const corpus of languages.flatMap((name) => [readCorpus(name), readTrainedOn(name)])) {
    for (const [place, kind] of kinds.entries()) for (const text of corpus.danger[kind]) kindByText.set(text, place)
    for (const text of ordinaryOf(corpus)) kindByText.set(text, -1)
  }
  // Some sentences are in several lists.
  const heldOut = languages.map(readHeldOut)
  for (const text of heldOut.flatMap((corpus) => [...dangerOf(corpus), ...ordinaryOf(corpus)])) kindByText.delete(text)
  return [...kindByText].map(([text, kind]) => ({ text, kind, features: featuresOf(sentencesOf(text).flat()) }))
}

/** Logistic regression with Adagrad, in the same order each time. `isPositive` marks what the weights recognise. */
function fit(examples: readonly Example[], buckets: number, isPositive: (example: Example) => boolean): Float32Array {
  const weights = new Float32Array(buckets)
  const squares = new Float32Array(buckets).fill(1e-3)
  const shuffle = shuffler(examples)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const example of shuffle()) {
      const { features } = example
      const share = 1 / Math.sqrt(features.length || 1)
      let sum = 0
      for (const feature of features) sum += weights[bucketOf(feature, buckets)] ?? 0
      const error = 1 / (1 + Math.exp(-sum * share)) - (isPositive(example) ? 1 : 0)
      for (const feature of features) {
        const at = bucketOf(feature, buckets)
        const weight = weights[at] ?? 0
        const slope = error * share + DECAY * weight
        const square = (squares[at] ?? 0) + slope * slope
        squares[at] = square
        weights[at] = weight - (RATE * slope) / Math.sqrt(square)
      }
    }
  }
  return weights
}

/** A different order at each call, and the same sequence of orders in each run. */
function shuffler<T>(items: readonly T[]): () => T[] {
  let state = 42
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return () => {
    const drawn = items.map((item) => ({ item, place: next(2 ** 31) }))
    return drawn.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
  }
}

function toBytes(weights: Float32Array): { bytes: Int8Array; scale: number } {
  const scale = weights.reduce((most, each) => Math.max(most, Math.abs(each)), 1e-9) / 127
  return { bytes: Int8Array.from(weights, (each) => Math.round(each / scale)), scale }
}

export function train(examples: readonly Example[]): Model {
  const danger = toBytes(fit(examples, BUCKETS, ({ kind }) => kind >= 0))
  const dangers = examples.filter(({ kind }) => kind >= 0)
  const byKind = kinds.map((_, place) => fit(dangers, KIND_BUCKETS, ({ kind }) => kind === place))
  const woven = new Float32Array(KIND_BUCKETS * kinds.length)
  for (const [place, weights] of byKind.entries())
    for (const [bucket, weight] of weights.entries()) woven[bucket * kinds.length + place] = weight
  const { bytes, scale } = toBytes(woven)
  return { danger: danger.bytes, dangerScale: danger.scale, kinds: bytes, kindScale: scale }
}
