import { isFiller, isGeneral, meaningsOf } from './concepts.ts'
import { cutStems, stemsOf } from './words.ts'

/** An answer that already exists in the product. */
export type Passage = {
  title: string
  text: string
  /** Titles in other languages, which are searched too. */
  titles: readonly string[]
  texts: readonly string[]
  path: `/${string}`
  /** Less than 1 for texts that name many subjects without explaining them. */
  weight?: number
}

export type RankedPassage<P extends Passage = Passage> = { passage: P; score: number }

/** Weight of a word found in the text, compared with one in the title. */
const TEXT_WEIGHT = 0.5
/** Another word with the same meaning counts less than the same word. */
const MEANING_WEIGHT = 0.9
/** Weight of general words such as how, when or change, compared with words that name a subject. */
const GENERAL_WEIGHT = 0.5
/** Share of the score that depends on how much of the title the question mentions. */
const TITLE_SHARE = 0.35
/** Maximum number of words of a question that are compared. */
const TERMS_MAX = 30

type Index = { stems: ReadonlySet<string>; meanings: ReadonlySet<string> }
type Indexed<P> = { passage: P; titles: readonly Index[]; text: Index }

const indexOf = (stems: ReadonlySet<string>): Index => ({ stems, meanings: new Set([...stems].flatMap(meaningsOf)) })

/**
 * Cached by content, because each question reads its passages from the database. The limit exceeds the number of texts of most
 * programmes.
 */
const indexes = new Map<string, Omit<Indexed<Passage>, 'passage'>>()
const INDEXES_MAX = 4_000

function indexed<P extends Passage>(passage: P): Indexed<P> {
  const key = JSON.stringify([passage.title, passage.titles, passage.text, passage.texts])
  const known = indexes.get(key)
  if (known) return { ...known, passage }
  const titles = [passage.title, ...passage.titles].map((title) =>
    indexOf(new Set(cutStems(title).filter((stem) => !isFiller(stem)))),
  )
  const entry = { titles, text: indexOf(stemsOf([passage.text, ...passage.texts].join(' '))) }
  if (indexes.size >= INDEXES_MAX) indexes.clear()
  indexes.set(key, entry)
  return { ...entry, passage }
}

function weightIn({ stems, meanings }: Index, term: string): number {
  if (stems.has(term)) return 1
  return meaningsOf(term).some((meaning) => meanings.has(meaning)) ? MEANING_WEIGHT : 0
}

/**
 * Best first. The score is the share of the question, by the rarity of its words, that a passage covers: 1 if its title has all of
 * them and nothing else.
 */
export function rankPassages<P extends Passage>(passages: readonly P[], question: string, limit: number): RankedPassage<P>[] {
  const terms = [...new Set(cutStems(question))].filter((stem) => !isFiller(stem)).slice(0, TERMS_MAX)
  if (terms.length === 0) return []
  const all = passages.map(indexed)
  const isIn = ({ titles, text }: Indexed<P>, term: string) =>
    titles.some((title) => weightIn(title, term) > 0) || weightIn(text, term) > 0
  const rarity = new Map(
    terms.map((term) => [
      term,
      rarityOf(all.filter((each) => isIn(each, term)).length, all.length) * (isGeneral(term) ? GENERAL_WEIGHT : 1),
    ]),
  )
  const rarityIn = (term: string) => rarity.get(term) ?? 0
  const whole = terms.reduce((sum, term) => sum + rarityIn(term), 0)
  return all
    .map(({ passage, titles, text }) => {
      const score = titles.map((title) => {
        const covered = terms.reduce(
          (sum, term) => sum + rarityIn(term) * Math.max(weightIn(title, term), TEXT_WEIGHT * weightIn(text, term)),
          0,
        )
        return (covered / whole) * (1 - TITLE_SHARE + TITLE_SHARE * shareAsked(title, terms))
      })
      return { passage, score: Math.max(...score) * (passage.weight ?? 1) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
}

const rarityOf = (count: number, of: number): number => Math.log(1 + of / (1 + count))

/** The share of the title's words that occur in the question. */
function shareAsked({ stems }: Index, terms: readonly string[]): number {
  if (stems.size === 0) return 0
  const questionIndex = indexOf(new Set(terms))
  return [...stems].filter((stem) => weightIn(questionIndex, stem) > 0).length / stems.size
}
