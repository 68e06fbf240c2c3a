import type { DraftBody, DraftBlock, DraftQuestion, StagePage } from '@saathi/contract/content/drafts'
import type { DraftCard, FaqEntry, FaqTopicDraft } from '@saathi/contract/content/page-parts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type List<Item> = { base: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[] }
type Both<Item> = (own: Item, their: Item, before: Item | undefined) => Item[]

/**
 * A change by one of two authors is used; `both` decides about items changed by both. Items are in the colleague's order, and the
 * author's new ones come after the item that they followed.
 */
function mergeList<Item>({ base, mine, theirs }: List<Item>, keyOf: (item: Item) => string, both: Both<Item>): Item[] {
  const find = (items: readonly Item[], key: string) => items.find((item) => keyOf(item) === key)
  const kept = theirs.flatMap((their) => {
    const key = keyOf(their)
    const [before, own] = [find(base, key), find(mine, key)]
    if (!own) return before && isSame(before, their) ? [] : [their]
    if (isSame(own, their) || (before && isSame(before, own))) return [their]
    return before && isSame(before, their) ? [own] : both(own, their, before)
  })
  mine.forEach((own, at) => {
    const before = find(base, keyOf(own))
    // Removed by a colleague: stays if the author has changed it since.
    if (find(theirs, keyOf(own)) || (before && isSame(before, own))) return
    const previous = mine[at - 1]
    const place = previous ? kept.findIndex((item) => keyOf(item) === keyOf(previous)) : -1
    kept.splice(place === -1 && previous ? kept.length : place + 1, 0, own)
  })
  return kept
}

/** Texts of several paragraphs; all others are one line. */
const longTexts: ReadonlySet<string> = new Set(['overview', 'content'])
const lines: ReadonlySet<string> = new Set([
  'title',
  'name',
  'description',
  'shortDescription',
  'helpText',
  'curatedNote',
  'text',
  'author',
])

const letter = /[\p{L}\p{M}\p{N}]/u

/** Only as whole words: "Week 12" does not contain "Week 1". */
function containsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    if (!letter.test(text[at - 1] ?? '') && !letter.test(text[at + words.length] ?? '')) return true
  }
  return false
}

/** One after the other, so that no word is lost; the author tidies up. */
function joinTexts(mine: string, theirs: string, separator: string): string {
  if (mine === '' || containsWords(theirs, mine)) return theirs
  return theirs === '' || containsWords(mine, theirs) ? mine : `${theirs}${separator}${mine}`
}

const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')

function mergeField(name: string, { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', unknown>): unknown {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs
  if (isSame(theirs, base)) return mine
  if (typeof mine === 'string' && typeof theirs === 'string') {
    if (longTexts.has(name)) return joinTexts(mine, theirs, '\n\n')
    return lines.has(name) ? joinTexts(mine, theirs, ' / ') : mine
  }
  if (!isTextList(mine) || !isTextList(theirs) || !isTextList(base)) return mine
  const added = mine.filter((each) => !base.includes(each) && !theirs.includes(each))
  return [...theirs.filter((each) => mine.includes(each) || !base.includes(each)), ...added]
}

/** Field by field. If both have changed a text, both texts are kept; of any other setting, the author's value. */
function mergeFields<Item extends object>(base: Item, mine: Item, theirs: Item): Item {
  const fields = Object.entries(theirs).map(([name, their]) => [
    name,
    mergeField(name, { base: Reflect.get(base, name), mine: Reflect.get(mine, name), theirs: their }),
  ])
  return { ...theirs, ...Object.fromEntries(fields) }
}

/** Items that refer to parts of their own must exist once. */
const merged = <Item extends object>(own: Item, their: Item, before: Item | undefined): Item[] => [
  mergeFields(before ?? their, own, their),
]

/** Merges two changes of a part, so that no words of either are lost. */
export function mergeParts(base: DraftBody, mine: DraftBody, theirs: DraftBody, newKey: () => string): DraftBody {
  const idOf = ({ id }: { id: string }) => id
  const keyOf = ({ key }: { key: string }) => key
  const twice =
    <Item>(copy: (item: Item) => Item): Both<Item> =>
    (own, their) => [their, copy(own)]
  const twoQuestions = <Question extends DraftQuestion>() => twice((own: Question) => ({ ...own, key: newKey() }))

  if (mine.kind === 'step' && theirs.kind === 'step' && base.kind === 'step') {
    const lists = { base: base.blocks, mine: mine.blocks, theirs: theirs.blocks }
    return {
      kind: 'step',
      blocks: mergeList(
        lists,
        idOf,
        twice<DraftBlock>((own) => ({ ...own, id: newKey() })),
      ),
    }
  }
  if (mine.kind === 'quiz' && theirs.kind === 'quiz' && base.kind === 'quiz') {
    const lists = { base: base.questions, mine: mine.questions, theirs: theirs.questions }
    return { ...mergeFields(base, mine, theirs), questions: mergeList(lists, keyOf, twoQuestions()) }
  }
  if (mine.kind === 'faq' && theirs.kind === 'faq' && base.kind === 'faq') {
    const lists = { base: base.topics, mine: mine.topics, theirs: theirs.topics }
    const oneTopic: Both<FaqTopicDraft> = (own, their, before = their) => {
      const items = { base: before.items, mine: own.items, theirs: their.items }
      const twoItems = twice<FaqEntry>((item) => ({ ...item, id: newKey() }))
      return [{ ...mergeFields(before, own, their), items: mergeList(items, idOf, twoItems) }]
    }
    return { kind: 'faq', topics: mergeList(lists, idOf, oneTopic) }
  }
  if (mine.kind === 'card' && theirs.kind === 'card' && base.kind === 'card') {
    const lists = { base: base.cards, mine: mine.cards, theirs: theirs.cards }
    return {
      kind: 'card',
      cards: mergeList(
        lists,
        idOf,
        twice<DraftCard>((own) => ({ ...own, id: newKey() })),
      ),
    }
  }
  if (mine.kind === 'session' && theirs.kind === 'session' && base.kind === 'session') {
    const lists = { base: base.steps, mine: mine.steps, theirs: theirs.steps }
    return { ...mergeFields(base, mine, theirs), steps: mergeList(lists, keyOf, merged) }
  }
  if (mine.kind === 'survey' && theirs.kind === 'survey' && base.kind === 'survey') {
    const lists = { base: base.stages, mine: mine.stages, theirs: theirs.stages }
    return { ...mergeFields(base, mine, theirs), stages: mergeList(lists, keyOf, merged) }
  }
  if (mine.kind === 'stage' && theirs.kind === 'stage' && base.kind === 'stage') {
    const lists = { base: base.pages, mine: mine.pages, theirs: theirs.pages }
    const onePage: Both<StagePage> = (own, their, before = their) => {
      const questions = { base: before.questions, mine: own.questions, theirs: their.questions }
      return [{ ...mergeFields(before, own, their), questions: mergeList(questions, keyOf, twoQuestions()) }]
    }
    return { kind: 'stage', pages: mergeList(lists, idOf, onePage) }
  }
  if (mine.kind === 'post' && theirs.kind === 'post' && base.kind === 'post') return mergeFields(base, mine, theirs)
  if (mine.kind === 'legal' && theirs.kind === 'legal' && base.kind === 'legal') return mergeFields(base, mine, theirs)
  return mine
}
