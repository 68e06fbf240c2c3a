import type { DangerKind } from '@saathi/contract/help/entities'
import { plainLetters, spokenForm, type Token } from './tokens.ts'

/**
 * The syntax of phrases. Words match in order; `a|b` is either word, `a*` a prefix, `@name` a word list of the language, `#` a
 * number of seven or more. `~` allows up to two words in between, `~~` up to six. ` & ` joins parts that occur in one sentence in
 * any order; a part after ` ! ` must not occur.
 */
export type PhraseList = {
  /** Latin letters without a fixed spelling: compared by sound. */
  isSpelledBySound?: boolean
  words: Readonly<Record<string, string>>
  groups: readonly PhraseGroup[]
}
type PhraseGroup = {
  kind: DangerKind
  isUrgent?: boolean
  /** No phrase counts in a sentence that contains one of these. */
  unless?: string
  phrases: string
}

type Slot = { words: ReadonlySet<string>; beginnings: readonly string[]; takesNumber: boolean; gap: number }
type Sequence = readonly Slot[]
export type Phrase = {
  kind: DangerKind
  isUrgent: boolean
  parts: readonly Sequence[]
  unless: readonly Sequence[]
}

const GAPS: Readonly<Record<string, number>> = { '~': 2, '~~': 6 }
const MANY = 7

export function compilePhrases({ words, groups, isSpelledBySound = false }: PhraseList): Phrase[] {
  const write = (word: string) => (isSpelledBySound ? `~${spokenForm(plainLetters(word))}` : plainLetters(word))

  function toSlot(element: string, gap: number): Slot {
    const choices = element
      .split('|')
      .flatMap((each) => (each.startsWith('@') ? (words[each.slice(1)] ?? '').split(/[|\s]+/u) : each))
    return {
      words: new Set(choices.filter((each) => each !== '' && each !== '#' && !each.endsWith('*')).map(write)),
      beginnings: choices.flatMap((each) => (each.endsWith('*') ? [write(each.slice(0, -1))] : [])),
      takesNumber: choices.includes('#'),
      gap,
    }
  }

  function toSequence(text: string): Sequence {
    let gap = 0
    return text
      .trim()
      .split(/\s+/u)
      .flatMap((element) => {
        const wider = GAPS[element]
        if (wider !== undefined) {
          gap = wider
          return []
        }
        const slot = toSlot(element, gap)
        gap = 0
        return [slot]
      })
  }

  const toLines = (text = '') => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line]))
  return groups.flatMap(({ kind, isUrgent = true, unless, phrases }) =>
    toLines(phrases).map((line) => {
      const [said = '', ...except] = line.split(' ! ')
      return {
        kind,
        isUrgent,
        parts: said.split(' & ').map(toSequence),
        unless: [...toLines(unless), ...except].map(toSequence),
      }
    }),
  )
}

/** Whether the words occur in this order. Each slot compares each word once. */
function occurs(sequence: Sequence, tokens: readonly Token[]): boolean {
  let reached: readonly boolean[] | null = null
  for (const slot of sequence) {
    const next: boolean[] = []
    let last = -Infinity
    let isAny = false
    for (const [at, token] of tokens.entries()) {
      const follows = reached === null || at - last - 1 <= slot.gap
      const isHere = follows && fits(slot, token)
      next.push(isHere)
      isAny ||= isHere
      if (reached?.[at]) last = at
    }
    if (!isAny) return false
    reached = next
  }
  return reached !== null
}

function fits({ words, beginnings, takesNumber }: Slot, token: Token): boolean {
  return token.some(
    (form) =>
      words.has(form) ||
      beginnings.some((beginning) => form.startsWith(beginning)) ||
      (takesNumber && /^\d{1,4}$/u.test(form) && Number(form) >= MANY),
  )
}

export const isSaid = ({ parts, unless }: Phrase, tokens: readonly Token[]): boolean =>
  parts.every((part) => occurs(part, tokens)) && !unless.some((except) => occurs(except, tokens))

const BEGINNING = 2

/** The phrases whose first word occurs in the sentence; most need not be tried. */
export function phraseFinder(phrases: readonly Phrase[]): (tokens: readonly Token[]) => Phrase[] {
  const byWord = Map.groupBy(
    phrases.flatMap((phrase) => [...(phrase.parts[0]?.[0]?.words ?? [])].map((word) => ({ word, phrase }))),
    ({ word }) => word,
  )
  const byBeginning = Map.groupBy(
    phrases.flatMap((phrase) => (phrase.parts[0]?.[0]?.beginnings ?? []).map((beginning) => ({ beginning, phrase }))),
    ({ beginning }) => beginning.slice(0, BEGINNING),
  )
  const numbered = phrases.filter((phrase) => phrase.parts[0]?.[0]?.takesNumber)
  return (tokens) => {
    const found = new Set<Phrase>()
    for (const form of new Set(tokens.flat())) {
      for (const { phrase } of byWord.get(form) ?? []) found.add(phrase)
      for (const { beginning, phrase } of byBeginning.get(form.slice(0, BEGINNING)) ?? [])
        if (form.startsWith(beginning)) found.add(phrase)
      if (/^\d/u.test(form)) for (const phrase of numbered) found.add(phrase)
    }
    return [...found]
  }
}
