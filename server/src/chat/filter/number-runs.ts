import { doublingWords, lookalikes, numberWords, tensWords } from './number-words.ts'
import { type Token, wordList } from './tokens.ts'

/** Digits that follow each other with nothing but signs in between, as written: "98765 43210" has two groups. */
export type NumberRun = { groups: string[]; hasWords: boolean; signs: string; from: number; to: number }

/** Signs that people put between the digits of a number. */
const BETWEEN = /^[-.,/()+_*|~:;•·#='"&[\]{}<>\\–—…]{0,6}$/u
const connectors = wordList('and aur then phir और फिर')

/** The digits of one token, or null if it has none. */
function digitsOf(token: Token, neighbours: { before: Token | undefined; after: Token | undefined }): string | null {
  if (token.isNumber) return token.text
  const digits = numberWords.get(token.text)
  if (digits !== undefined) return digits
  const isNextToDigit =
    (token.isJoined && neighbours.before?.isNumber) || (neighbours.after?.isJoined && neighbours.after.isNumber)
  const isLookalike = token.text.length <= 3 && [...token.text].every((letter) => lookalikes.has(letter))
  return isNextToDigit && isLookalike ? [...token.text].map((letter) => lookalikes.get(letter)).join('') : null
}

/** One pass over the tokens. */
export function findRuns(tokens: readonly Token[]): NumberRun[] {
  const runs: NumberRun[] = []
  let run: NumberRun | null = null
  let times = 1
  let ten: string | null = null
  const add = (digits: string, at: number, isWord: boolean) => {
    const signs = run && at > run.to ? (tokens[at]?.signs ?? '') : ''
    if (!run || !BETWEEN.test(signs)) {
      run = { groups: [], hasWords: false, signs: '', from: at, to: at }
      runs.push(run)
    } else run.signs += signs
    run.groups.push(digits)
    run.hasWords ||= isWord
    run.to = at
  }
  const addTen = (at: number) => {
    if (ten !== null) add(`${ten}0`, at, true)
    ten = null
  }
  for (const [at, token] of tokens.entries()) {
    const digits = digitsOf(token, { before: tokens[at - 1], after: tokens[at + 1] })
    if (digits !== null) {
      if (ten !== null && digits.length === 1) {
        add(`${ten}${digits}`, at, true)
        ten = null
      } else {
        addTen(at)
        add(times > 1 && digits.length === 1 ? digits.repeat(times) : digits, at, !token.isNumber && !lookalikes.has(token.text))
      }
      times = 1
      continue
    }
    addTen(at)
    const repeats = doublingWords.get(token.text)
    times = repeats ?? 1
    ten = tensWords.get(token.text) ?? null
    if (repeats === undefined && ten === null && !(run && connectors.has(token.text))) run = null
    if (run && connectors.has(token.text)) run.signs += ','
  }
  addTen(tokens.length - 1)
  return runs
}
