import { findText } from '#core/texts.ts'

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

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Words too common to indicate a subject. */
const stopWords = words(
  `
a about after again all also am an and any are as at be because been before being but by can could did do does doing don down
each few for from get go going got had has have having he her here hers him his how i if in into is it its just know let like me
more most my no nor not now of off oh ok okay on once one only or other our out over own really right said same say see she so
some such than that the their them then there these they thing things think this those through to too under until up us very was
we well were what when where which while who why will with would yeah yes you your yours
hi hello hey thanks thank please good bye
और का की के को में से पर है हैं हो था थी थे यह ये वह वे जो तो भी ही ने कि या एक इस उस इन उन क्या क्यों कैसे कब कहाँ कौन मैं मैंने मुझे
मेरा मेरी मेरे हम हमें हमारा हमारी आप आपका आपकी आपके तुम तुम्हें वो उसे उनका उनकी कर करना करने करता करती करते किया की कुछ बहुत
अब फिर जब तब अगर लेकिन नहीं नही हाँ हां जी ठीक अच्छा बस रहा रही रहे गया गई गए होता होती होते लिए साथ बाद पहले तक सब अपना अपनी अपने
नमस्ते धन्यवाद`.trim(),
)

/** Words that indicate a decision, a plan or a promise. */
const decisionWords = words(
  `
will decide decided plan planned next tomorrow week promise agree agreed goal try homework finish send apply start deadline
remember must should
तय योजना अगले अगली अगला कल हफ़्ते हफ्ते वादा लक्ष्य कोशिश करूँगा करूंगा करूँगी करूंगी करेंगे भेजूँगा भेजूंगा भेजूँगी शुरू पूरा याद ज़रूर जरूर
चाहिए`.trim(),
)

/** The name is null if the text was transcribed from a segment. */
export type Line = { atSeconds: number; name: string | null; text: string }

const twoDigits = (value: number) => String(value).padStart(2, '0')

export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const rest = `${twoDigits(minutes)}:${twoDigits(whole % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** On a single line, so that speech cannot imitate the file's structure. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

export function writeTranscript(lines: readonly Line[]): string {
  return lines
    .map(({ atSeconds, name, text }) => `[${clockOf(atSeconds)}] ${name === null ? '' : `${plain(name)}: `}${plain(text)}\n`)
    .join('')
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000

type NewCaption = { name: string; text: string; saidAt: Date }

export const linesOfCaptions = (startedAt: Date, captions: readonly NewCaption[]): Line[] =>
  captions.map(({ name, text, saidAt }) => ({ atSeconds: secondsBetween(startedAt, saidAt), name, text }))

/** The transcribed text has one row per segment; the number of rows is the progress. */
export const rowsOf = (spoken: string | null): string[] => (spoken === null ? [] : spoken.split('\n'))
export const withRow = (spoken: string | null, text: string): string => [...rowsOf(spoken), plain(text)].join('\n')

export const linesOfSegments = (startedAt: Date, segmentFiles: readonly { startedAt: Date }[], spoken: string | null): Line[] =>
  rowsOf(spoken).flatMap((text, at) => {
    const segmentFile = segmentFiles[at]
    return segmentFile && text !== '' ? [{ atSeconds: secondsBetween(startedAt, segmentFile.startedAt), name: null, text }] : []
  })

/** By script: the language with more letters wins. */
export function languageOf(lines: readonly Line[]): 'en' | 'hi' {
  const all = lines.map(({ text }) => text).join(' ')
  const count = (pattern: RegExp) => all.match(pattern)?.length ?? 0
  return count(/\p{Script=Devanagari}/gu) > count(/\p{Script=Latin}/gu) ? 'hi' : 'en'
}
