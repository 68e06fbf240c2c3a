import { findText } from '#core/texts.ts'
import { decisionWords, stopWords } from './summary-words.ts'
import type { Line } from './transcript.ts'

export type Talk = { lines: readonly Line[]; seconds: number; language: string }

const SENTENCES = 5
/** Anything shorter is a greeting or a fragment. */
const MIN_WORDS = 4
/** Sentences with at least this word overlap count as duplicates. */
const ALIKE = 0.6
const DECISION_WORTH = 2
const QUESTION_WORTH = 0.5
/** The beginning and end of a call usually name its subject. */
const EDGE = 0.1
const EDGE_WORTH = 0.5

type Sentence = { at: number; name: string | null; text: string; words: readonly string[] }

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

function sentencesOf(lines: readonly Line[]): Sentence[] {
  return lines
    .flatMap(({ name, text }) =>
      text
        .split(/(?<=[.!?।])\s+/u)
        .map((each) => each.trim())
        .filter((each) => each !== '')
        .map((each) => ({ name, text: each, words: wordsOf(each) })),
    )
    .map((sentence, at) => ({ ...sentence, at }))
}

/** The number of sentences that contain each word, without stop words. */
function countWords(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { words } of sentences) {
    for (const word of new Set(words)) if (!stopWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function scoreOf({ at, text, words }: Sentence, counts: ReadonlyMap<string, number>, all: number): number {
  const keywords = [...new Set(words)].filter((word) => counts.has(word))
  const weight = keywords.reduce((sum, word) => sum + Math.log2(1 + (counts.get(word) ?? 0)), 0)
  // Divide by the square root of the length: otherwise the longest or the shortest sentence would always win.
  const density = weight / Math.sqrt(Math.max(words.length, 1))
  const isEdge = at < all * EDGE || at >= all * (1 - EDGE)
  return (
    density +
    (words.some((word) => decisionWords.has(word)) ? DECISION_WORTH : 0) +
    (text.includes('?') ? QUESTION_WORTH : 0) +
    (isEdge ? EDGE_WORTH : 0)
  )
}

function areAlike(one: Sentence, other: Sentence): boolean {
  const [ones, others] = [new Set(one.words), new Set(other.words)]
  const both = [...ones].filter((word) => others.has(word)).length
  return both / Math.max(ones.size + others.size - both, 1) >= ALIKE
}

/** The most informative sentences, in their original order. */
export function pickSentences(lines: readonly Line[], most: number): Sentence[] {
  const all = sentencesOf(lines)
  const whole = all.filter(({ words }) => words.length >= MIN_WORDS)
  const candidates = whole.length > 0 ? whole : all
  const counts = countWords(candidates)
  const ranked = candidates
    .map((sentence) => ({ sentence, score: scoreOf(sentence, counts, all.length) }))
    .toSorted((one, other) => other.score - one.score || one.sentence.at - other.sentence.at)
  const picked: Sentence[] = []
  for (const { sentence } of ranked) {
    if (picked.length === most) break
    if (!picked.some((each) => areAlike(each, sentence))) picked.push(sentence)
  }
  return picked.toSorted((one, other) => one.at - other.at)
}

/** Extractive: it quotes sentences from the call and invents nothing. */
export function summarise(talk: Talk): string {
  const points = pickSentences(talk.lines, SENTENCES).map(({ name, text }) => `• ${name === null ? '' : `${name}: `}${text}`)
  return withFacts(points.join('\n'), talk)
}

/** Appended to every summary, from either engine. */
export function withFacts(summary: string, { lines, seconds, language }: Talk): string {
  const t = findText(language)
  const names = [...new Set(lines.flatMap(({ name }) => name ?? []))]
  const facts = [
    ...(names.length > 0 ? [t('answers.videoWhoSpoke', { names: names.join(', ') })] : []),
    t('answers.videoLength', { minutes: Math.max(1, Math.round(seconds / 60)) }),
  ]
  return `${t('answers.videoSummary')}\n\n${summary.trim()}\n\n${facts.join('\n')}\n`
}
