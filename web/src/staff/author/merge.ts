import type { DraftBody, DraftBlock, DraftQuestion } from '@saathi/contract/content/drafts'
import type { DraftCard, FaqTopicDraft } from '@saathi/contract/content/page-parts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type List<Item> = { base: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[] }

/**
 * A change by one of two authors is used; items changed by both are kept twice. Items are in the colleague's order, and the
 * author's new ones come after the item that they followed.
 */
function mergeList<Item>({ base, mine, theirs }: List<Item>, keyOf: (item: Item) => string, copy: (item: Item) => Item): Item[] {
  const find = (items: readonly Item[], key: string) => items.find((item) => keyOf(item) === key)
  const kept = theirs.flatMap((their) => {
    const key = keyOf(their)
    const [before, own] = [find(base, key), find(mine, key)]
    if (!own) return before && isSame(before, their) ? [] : [their]
    if (isSame(own, their) || (before && isSame(before, own))) return [their]
    return before && isSame(before, their) ? [own] : [their, copy(own)]
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

/** If both have changed a long text, both versions are kept. */
function mergeText(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs
  return theirs === base ? mine : `${theirs}\n\n${mine}`
}

/** Merges two changes of a part. In a short field changed by both, the author's value is used. */
export function mergeParts(base: DraftBody, mine: DraftBody, theirs: DraftBody, newKey: () => string): DraftBody {
  if (mine.kind === 'step' && theirs.kind === 'step' && base.kind === 'step') {
    const lists = { base: base.blocks, mine: mine.blocks, theirs: theirs.blocks }
    const copy = (block: DraftBlock) => ({ ...block, id: newKey() })
    return { kind: 'step', blocks: mergeList(lists, ({ id }) => id, copy) }
  }
  if (mine.kind === 'quiz' && theirs.kind === 'quiz' && base.kind === 'quiz') {
    const lists = { base: base.questions, mine: mine.questions, theirs: theirs.questions }
    const copy = (question: DraftQuestion) => ({ ...question, key: newKey() })
    const helpText = mine.helpText === base.helpText ? theirs.helpText : mine.helpText
    return { kind: 'quiz', helpText, questions: mergeList(lists, ({ key }) => key, copy) }
  }
  if (mine.kind === 'faq' && theirs.kind === 'faq' && base.kind === 'faq') {
    const lists = { base: base.topics, mine: mine.topics, theirs: theirs.topics }
    const copy = (topic: FaqTopicDraft) => ({ ...topic, id: newKey() })
    return { kind: 'faq', topics: mergeList(lists, ({ id }) => id, copy) }
  }
  if (mine.kind === 'card' && theirs.kind === 'card' && base.kind === 'card') {
    const lists = { base: base.cards, mine: mine.cards, theirs: theirs.cards }
    const copy = (card: DraftCard) => ({ ...card, id: newKey() })
    return { kind: 'card', cards: mergeList(lists, ({ id }) => id, copy) }
  }
  if (mine.kind === 'session' && theirs.kind === 'session' && base.kind === 'session') {
    const lists = { base: base.steps, mine: mine.steps, theirs: theirs.steps }
    const own = Object.entries(mine).filter(([name, value]) => !isSame(value, Reflect.get(base, name)))
    const steps = mergeList(
      lists,
      ({ key }) => key,
      (step) => ({ ...step, key: newKey() }),
    )
    // A step that both have renamed keeps the colleague's title: its content is a part of its own and exists once.
    const single = steps.filter(
      ({ key }) => lists.theirs.some((step) => step.key === key) || lists.mine.some((step) => step.key === key),
    )
    const overview = mergeText(base.overview, mine.overview, theirs.overview)
    return { ...theirs, ...Object.fromEntries(own), overview, steps: single }
  }
  return mine
}
