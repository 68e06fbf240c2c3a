import { type ReadableText, readableForm, type Token } from './tokens.ts'

type Slot = (token: Token) => boolean
export type RuleMatcher = (text: ReadableText) => boolean

function toSlot(word: string): Slot {
  if (word.startsWith('#')) return ({ text, isNumber }) => isNumber && text.length === word.length
  const plain = readableForm(word.replace('*', ''))
  return word.endsWith('*') ? ({ text }) => text.startsWith(plain) : ({ text }) => text === plain
}

/** Compares sequences of words one by one: the time is bounded by the number of words in the message and in the patterns. */
export function compileRules(patterns: readonly string[]): RuleMatcher {
  const sequences = patterns.map((pattern) => pattern.trim().split(/\s+/u).map(toSlot))
  const fitsAt = (slots: readonly Slot[], tokens: readonly Token[], from: number): boolean =>
    slots.every((slot, place) => {
      const token = tokens[from + place]
      return token !== undefined && slot(token)
    })
  return ({ tokens }) => tokens.some((_, from) => sequences.some((slots) => fitsAt(slots, tokens, from)))
}

const COMPILED_MAX = 200
const compiled = new Map<string, RuleMatcher>()

/** Compiled once for each set of rules in force. */
export function matcherFor(patterns: readonly string[]): RuleMatcher {
  const key = patterns.join('\n')
  const known = compiled.get(key)
  if (known) return known
  if (compiled.size >= COMPILED_MAX) compiled.clear()
  const matcher = compileRules(patterns)
  compiled.set(key, matcher)
  return matcher
}
