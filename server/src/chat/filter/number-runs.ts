import { doublingWords, lookalikes, numberWords, tensWords } from './number-words.ts'
import { type Token, wordList } from './tokens.ts'

/** Digits separated only by punctuation, grouped as written: "98765 43210" has two groups. */
export type NumberRun = { groups: string[]; hasWords: boolean; signs: string; from: number; to: number }

/** Punctuation that people put between the digits of a number. */
const BETWEEN = /^[-.,/()+_*|~:;•·#='"&[\]{}<>\\–—…]{0,6}$/u
const connectors = wordList('and aur then phir और फिर')

/** The digits of one token, or null if it has none. */
function digitsOf(token: Token, neighbours: { before: Token | undefined; after: Token | undefined }): string | null {
  if (token.isNumber) return token.text
  const digits = numberWords.get(token.text)
  if (digits !== undefined) return digits
  const isNextToDigit =
    (token.isJoined && neighbours.before?.isNumber) || (neighbours.after?.isJoined && neighbours.after.isNumber)
  const letters = token.text.split('')
  const isLookalike = letters.length <= 3 && letters.every((letter) => lookalikes.has(letter))
  return isNextToDigit && isLookalike ? letters.map((letter) => lookalikes.get(letter)).join('') : null
}

/** Adds to the last run, or starts a new one. */
function runCollector(tokens: readonly Token[]) {
  const runs: NumberRun[] = []
  let isOpen = false

  function add(digits: string, at: number, isWord: boolean): void {
    const last = isOpen ? runs.at(-1) : undefined
    const signs = last && at > last.to ? (tokens[at]?.signs ?? '') : ''
    if (!last || !BETWEEN.test(signs)) {
      runs.push({ groups: [digits], hasWords: isWord, signs: '', from: at, to: at })
      isOpen = true
      return
    }
    last.groups.push(digits)
    last.signs += signs
    last.hasWords ||= isWord
    last.to = at
  }

  return {
    runs,
    add,
    /** "and" between two numbers suggests a list. */
    connect(): void {
      const last = isOpen ? runs.at(-1) : undefined
      if (last) last.signs += ','
    },
    end: (): void => void (isOpen = false),
  }
}

/** One pass over the tokens. */
export function findRuns(tokens: readonly Token[]): NumberRun[] {
  const { runs, add, connect, end } = runCollector(tokens)
  let times = 1
  let ten: string | null = null
  for (const [at, token] of tokens.entries()) {
    const digits = digitsOf(token, { before: tokens[at - 1], after: tokens[at + 1] })
    const isUnit = ten !== null && digits?.length === 1
    if (ten !== null && !isUnit) add(`${ten}0`, at, true)
    if (digits !== null) {
      const isWord = !token.isNumber && !lookalikes.has(token.text)
      if (isUnit) add(`${ten}${digits}`, at, true)
      else add(times > 1 && digits.length === 1 ? digits.repeat(times) : digits, at, isWord)
      times = 1
      ten = null
      continue
    }
    const repeats = doublingWords.get(token.text)
    times = repeats ?? 1
    ten = tensWords.get(token.text) ?? null
    if (connectors.has(token.text)) connect()
    else if (repeats === undefined && ten === null) end()
  }
  if (ten !== null) add(`${ten}0`, tokens.length - 1, true)
  return runs
}
