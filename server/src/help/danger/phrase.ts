import type { DangerKind } from '@saathi/contract/help/entities'
import { cachedByWord, plainLetters, spokenForm, type Token } from './tokens.ts'

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
      const [pattern = '', ...except] = line.split(' ! ')
      return {
        kind,
        isUrgent,
        parts: pattern.split(' & ').map(toSequence),
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
      words.has(form) || beginnings.some((beginning) => form.startsWith(beginning)) || (takesNumber && isLargeNumber(form)),
  )
}
const isLargeNumber = (form: string): boolean => /^\d{1,4}$/u.test(form) && Number(form) >= MANY

export const isSaid = ({ parts, unless }: Phrase, tokens: readonly Token[]): boolean =>
  parts.every((part) => occurs(part, tokens)) && !unless.some((except) => occurs(except, tokens))

const BEGINNING = 2

/** An element that several phrases may share. `weight`: in how many elements its most common word occurs. */
type SharedSlot = Pick<Slot, 'words' | 'beginnings' | 'takesNumber'> & { weight: number; seenIn: number; phrases: Candidate[] }
type Candidate = { phrase: Phrase; slots: readonly SharedSlot[] }

/**
 * The phrases of which every element occurs somewhere in the sentence; most need not be tried. Each phrase is looked up by its
 * rarest element only.
 */
export function phraseFinder(phrases: readonly Phrase[]): (tokens: readonly Token[]) => Phrase[] {
  const { slots, candidates } = shareSlots(phrases)
  const byWord = groupBy(slots, ({ words }) => [...words])
  const byBeginning = groupBy(slots, ({ beginnings }) => beginnings.map((beginning) => beginning.slice(0, BEGINNING)))
  const numbered = slots.filter(({ takesNumber }) => takesNumber)
  for (const slot of slots) {
    const shares = [...slot.words].map((word) => byWord.get(word)?.length ?? 0)
    slot.weight = Math.max(0, ...shares) + slot.beginnings.length + (slot.takesNumber ? slots.length : 0)
  }
  for (const candidate of candidates)
    candidate.slots.reduce((rarest, slot) => (slot.weight < rarest.weight ? slot : rarest)).phrases.push(candidate)
  const slotsOf = cachedByWord((form: string): readonly SharedSlot[] => [
    ...new Set([
      ...(byWord.get(form) ?? []),
      ...(byBeginning.get(form.slice(0, BEGINNING)) ?? []).filter((slot) =>
        slot.beginnings.some((each) => form.startsWith(each)),
      ),
      ...(isLargeNumber(form) ? numbered : []),
    ]),
  ])
  let round = 0

  return (tokens) => {
    round += 1
    const seen: SharedSlot[] = []
    for (const token of tokens) {
      for (const form of token) {
        for (const slot of slotsOf(form)) {
          if (slot.seenIn === round) continue
          slot.seenIn = round
          if (slot.phrases.length > 0) seen.push(slot)
        }
      }
    }
    const found: Phrase[] = []
    for (const slot of seen)
      for (const { phrase, slots: needed } of slot.phrases) if (needed.every(({ seenIn }) => seenIn === round)) found.push(phrase)
    return found
  }
}

/** Stores an element that occurs in several phrases only once. */
function shareSlots(phrases: readonly Phrase[]): { slots: SharedSlot[]; candidates: Candidate[] } {
  const shared = new Map<string, SharedSlot>()
  const share = ({ words, beginnings, takesNumber }: Slot): SharedSlot => {
    const key = [[...words].toSorted(), [...beginnings].toSorted(), takesNumber].join(' / ')
    const known = shared.get(key) ?? { words, beginnings, takesNumber, weight: 0, seenIn: 0, phrases: [] }
    shared.set(key, known)
    return known
  }
  const candidates = phrases.map((phrase) => ({ phrase, slots: [...new Set(phrase.parts.flat().map(share))] }))
  return { slots: [...shared.values()], candidates }
}

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}
