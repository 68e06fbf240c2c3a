import { readFileSync } from 'node:fs'
import { DangerKind } from '@saathi/contract/help/entities'
import { cutSentences } from './tokens.ts'

/**
 * A linear classifier over words, pairs of words and parts of words, trained on the sentences in server/test/danger (`npm run
 * train-danger`). It finds dangers that no phrase describes. Phrases are still needed, because they are exact and readable.
 */
export const BUCKETS = 2 ** 18
export const KIND_BUCKETS = 2 ** 13
/** Longer messages are classified sentence by sentence, and in pairs of neighbouring sentences. */
const WHOLE_MESSAGE_WORDS = 40
const PART_LENGTHS = [3, 4, 5]

/** `danger` has one weight for each bucket, `kinds` one for each bucket and kind. A weight is a byte times its scale. */
export type Model = { danger: Int8Array; dangerScale: number; kinds: Int8Array; kindScale: number }
export type Judgement = { kind: DangerKind; probability: number }

/** FNV-1a with a final mix, so that the lower bits depend on all of the text. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 12)) >>> 0
}

/** The distinct hashes of the features of a message. */
export function featuresOf(words: readonly string[]): number[] {
  const found = new Set<number>()
  for (const [at, word] of words.entries()) {
    found.add(hash(`w ${word}`))
    for (const gap of [1, 2]) {
      const next = words[at + gap]
      if (next !== undefined) found.add(hash(`${gap} ${word} ${next}`))
    }
    const whole = `<${word}>`
    for (const length of PART_LENGTHS)
      for (let from = 0; from + length <= whole.length; from += 1) found.add(hash(`p ${whole.slice(from, from + length)}`))
  }
  return [...found]
}

/** Each word in one form: words in Latin letters by their sound, because their spelling varies. */
export const sentencesOf = (text: string): string[][] =>
  cutSentences(text).map((tokens) => tokens.map((token) => token.find((form) => form.startsWith('~')) ?? token[0] ?? ''))

/** The whole message if it is short, each sentence, and each pair of neighbouring sentences. */
function partsOf(sentences: readonly string[][]): string[][] {
  const whole = sentences.flat()
  const pairs = sentences.slice(1).map((words, at) => [...(sentences[at] ?? []), ...words])
  return [...(whole.length <= WHOLE_MESSAGE_WORDS ? [whole] : []), ...sentences, ...pairs].filter(({ length }) => length > 1)
}

export function judge(model: Model, text: string): Judgement | null {
  let worst: { probability: number; features: number[] } | null = null
  for (const words of partsOf(sentencesOf(text))) {
    const features = featuresOf(words)
    let sum = 0
    for (const feature of features) sum += model.danger[feature % BUCKETS] ?? 0
    const probability = 1 / (1 + Math.exp((-sum * model.dangerScale) / Math.sqrt(features.length)))
    if (probability > (worst?.probability ?? 0)) worst = { probability, features }
  }
  return worst && { kind: kindOf(model, worst.features), probability: worst.probability }
}

function kindOf({ kinds }: Model, features: readonly number[]): DangerKind {
  const sums = DangerKind.options.map((_, place) => {
    let sum = 0
    for (const feature of features) sum += kinds[(feature % KIND_BUCKETS) * DangerKind.options.length + place] ?? 0
    return sum
  })
  return DangerKind.options[sums.indexOf(Math.max(...sums))] ?? 'self-harm'
}

const HEAD_BYTES = 8

function readModel(file: Buffer): Model {
  const bytes = new Int8Array(file.buffer, file.byteOffset + HEAD_BYTES, file.length - HEAD_BYTES)
  return {
    dangerScale: file.readFloatLE(0),
    kindScale: file.readFloatLE(4),
    danger: bytes.subarray(0, BUCKETS),
    kinds: bytes.subarray(BUCKETS),
  }
}

export function writeModel({ danger, dangerScale, kinds, kindScale }: Model): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeFloatLE(dangerScale, 0)
  head.writeFloatLE(kindScale, 4)
  return Buffer.concat([head, Buffer.from(danger), Buffer.from(kinds)])
}

export const modelFile = new URL('./model.bin', import.meta.url)
let model: Model | undefined

/** The danger that a message most probably describes; null for a message without two words. */
export function classifyDanger(text: string): Judgement | null {
  model ??= readModel(readFileSync(modelFile))
  return judge(model, text)
}
