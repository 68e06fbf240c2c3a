import { cutWords } from './words.ts'

/** One answer that is already written somewhere in the product. */
export type Passage = {
  title: string
  text: string
  /** Also in other words or in another language, by which it may be found. */
  alsoSaid?: string
  path: `/${string}`
}

const TITLE_WEIGHT = 3
/** So many letters in common, and two words are forms of one. */
const STEM_LETTERS = 4
const FORM_WEIGHT = 0.6
/** A word that stands in more than this share of all passages says nothing about any. */
const COMMON_SHARE = 0.4
/** Below it what was found has little to do with what was asked. */
const LEAST_SCORE = 0.8

/** Enough of a question to know what it is about. */
const ASKED_MAX = 30

export type Found = { passage: Passage; score: number }

/** The best first: a rare word counts more than a frequent one, a title more than a text. */
export function findPassages(passages: readonly Passage[], question: string, limit: number): Found[] {
  const asked = cutWords(question).filter(isTelling).slice(0, ASKED_MAX)
  if (asked.length === 0) return []
  const read = passages.map((passage) => ({ passage, weights: weightsOf(passage) }))
  const worth = new Map(asked.map((word) => [word, worthOf(word, read)]))
  return read
    .map(({ passage, weights }) => ({ passage, score: scoreOf(asked, weights, worth) }))
    .filter(({ score }) => score >= LEAST_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
}

type Weights = ReadonlyMap<string, number>

function weightsOf({ title, text, alsoSaid = '' }: Passage): Weights {
  const weights = new Map<string, number>()
  for (const word of cutWords(`${text} ${alsoSaid}`)) weights.set(word, 1)
  for (const word of cutWords(title)) weights.set(word, TITLE_WEIGHT)
  return weights
}

/** Words that every question is made of. */
const askingWords: ReadonlySet<string> = new Set(
  cutWords(
    `a about am an and any are as at be but by can could did do does for from get has have how i if in is it its me my no not
    now of on or our please should so tell that the their them there they this to want was we were what when where which who
    why will with would you your
    है हैं हूँ हो था थी थे क्या कैसे कब कहाँ कौन क्यों का की के को में मैं मेरा मेरी मेरे मुझे से पर और या यह वह ये वे ने तो भी ही एक कर करें करूँ करना
    कोई कुछ गया गई गए अब आप हम मुझको चाहिए
    hai hain hoon kya kaise kab kahan kaun kyon ka ki ke ko mein main mera meri mujhe se par aur yeh woh chahiye`,
  ),
)

/** Nor is one letter alone ever what a question is about. */
const isTelling = (word: string): boolean => Array.from(word).length > 1 && !askingWords.has(word)

function worthOf(word: string, read: readonly { weights: Weights }[]): number {
  const holding = read.filter(({ weights }) => weightIn(weights, word) > 0).length
  return holding > Math.max(2, read.length * COMMON_SHARE) ? 0 : Math.log(1 + read.length / (1 + holding))
}

function scoreOf(asked: readonly string[], weights: Weights, worth: ReadonlyMap<string, number>): number {
  const score = asked.reduce((sum, word) => sum + weightIn(weights, word) * (worth.get(word) ?? 0), 0)
  return score / Math.sqrt(asked.length)
}

/** The word itself, or a form of it: the endings of Indian languages and of English stand behind. */
function weightIn(weights: Weights, word: string): number {
  const exact = weights.get(word)
  if (exact !== undefined) return exact
  const letters = Array.from(word)
  if (letters.length < STEM_LETTERS) return 0
  const stem = letters.slice(0, Math.max(STEM_LETTERS, letters.length - 2)).join('')
  let best = 0
  for (const [other, weight] of weights) if (other.startsWith(stem)) best = Math.max(best, weight * FORM_WEIGHT)
  return best
}
