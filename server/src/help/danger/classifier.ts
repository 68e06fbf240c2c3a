import { readFileSync } from 'node:fs'
import { DangerKind } from '@saathi/contract/help/entities'
import { cachedByWord, cutSentences, type Token } from './tokens.ts'

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

/** `count` is a power of two. */
export const bucketOf = (feature: number, count: number): number => feature & (count - 1)

/** FNV-1a, continued over some letters of a text. */
function addLetters(state: number, text: string, from = 0, to = text.length): number {
  let value = state
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}

/** A final mix, so that the lower bits depend on all of the text. Stays a signed 32-bit number, which V8 handles fastest. */
function mix(state: number): number {
  const value = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
  return value ^ (value >>> 12)
}

const startOf = (text: string): number => addLetters(0x811c9dc5, text)
const WORD = startOf('w ')
const PART = startOf('p ')
const GAPS = [1, 2].map((gap) => ({ gap, start: startOf(`${gap} `) }))

/** A word and its parts. */
const featuresOfWord = cachedByWord((word: string): { own: number; parts: readonly number[] } => {
  const whole = `<${word}>`
  const parts = PART_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, whole.length - length + 1) }, (_, from) =>
      mix(addLetters(PART, whole, from, from + length)),
    ),
  )
  return { own: mix(addLetters(WORD, word)), parts }
})

/** The distinct hashes of the features of a message: its words, pairs of words and parts of words. */
export function featuresOf(words: readonly string[]): number[] {
  const { found, add } = distinctNumbers(words)
  for (const [at, word] of words.entries()) {
    const { own, parts } = featuresOfWord(word)
    add(own)
    for (const { gap, start } of GAPS) {
      const next = words[at + gap]
      if (next !== undefined) add(mix(addLetters(addLetters(addLetters(start, word), ' '), next)))
    }
    for (const part of parts) add(part)
  }
  return found
}

let slots = new Int32Array(2_048)
let usedIn = new Int32Array(2_048)
let round = 0

/**
 * A set of numbers that reuses its memory, for one use at a time: building a Set for each message would take most of the time.
 */
function distinctNumbers(words: readonly string[]) {
  const atMost = words.reduce((sum, { length }) => sum + 3 + PART_LENGTHS.length * (length + 2), 0)
  if (slots.length < 2 * atMost || round === 0x7fff_ffff) {
    slots = new Int32Array(2 ** Math.max(11, Math.ceil(Math.log2(2 * atMost))))
    usedIn = new Int32Array(slots.length)
    round = 0
  }
  round += 1
  const mask = slots.length - 1
  const found: number[] = []
  function add(value: number): void {
    let at = value & mask
    while (usedIn[at] === round) {
      if (slots[at] === value) return
      at = (at + 1) & mask
    }
    slots[at] = value
    usedIn[at] = round
    found.push(value)
  }
  return { found, add }
}

/** Each word in one form: words in Latin letters by their sound, because their spelling varies. */
const wordsOf = (sentences: readonly (readonly Token[])[]): string[][] =>
  sentences.map((tokens) => tokens.map((token) => token.find((form) => form.startsWith('~')) ?? token[0] ?? ''))
export const sentencesOf = (text: string): string[][] => wordsOf(cutSentences(text))

/** The whole message if it is short, each sentence, and each pair of neighbouring sentences; none of them twice. */
function partsOf(sentences: readonly string[][]): string[][] {
  const whole = sentences.flat()
  const isShort = whole.length <= WHOLE_MESSAGE_WORDS
  const pairs = sentences.slice(1).map((words, at) => [...(sentences[at] ?? []), ...words])
  const parts = [
    ...(isShort ? [whole] : []),
    ...(isShort && sentences.length === 1 ? [] : sentences),
    ...(isShort && sentences.length === 2 ? [] : pairs),
  ]
  return parts.filter(({ length }) => length > 1)
}

export const judge = (model: Model, text: string): Judgement | null => judgeSentences(model, cutSentences(text))

function judgeSentences(model: Model, sentences: readonly (readonly Token[])[]): Judgement | null {
  let worst: { probability: number; features: number[] } | null = null
  for (const words of partsOf(wordsOf(sentences))) {
    const features = featuresOf(words)
    let sum = 0
    for (const feature of features) sum += model.danger[bucketOf(feature, BUCKETS)] ?? 0
    const probability = 1 / (1 + Math.exp((-sum * model.dangerScale) / Math.sqrt(features.length)))
    if (probability > (worst?.probability ?? 0)) worst = { probability, features }
  }
  return worst && { kind: kindOf(model, worst.features), probability: worst.probability }
}

function kindOf({ kinds }: Model, features: readonly number[]): DangerKind {
  const sums = new Int32Array(DangerKind.options.length)
  for (const feature of features) {
    const first = bucketOf(feature, KIND_BUCKETS) * sums.length
    for (let place = 0; place < sums.length; place += 1) sums[place] = (sums[place] ?? 0) + (kinds[first + place] ?? 0)
  }
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
export function classifyDanger(sentences: readonly (readonly Token[])[]): Judgement | null {
  model ??= readModel(readFileSync(modelFile))
  return judgeSentences(model, sentences)
}
