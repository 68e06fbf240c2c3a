import type { SessionCard, SessionStatus } from '@saathi/contract/learning/entities'
import type { SessionDetail, SessionProgress, Step } from '@saathi/contract/learning/detail'

export type ListName = 'all' | 'curated' | 'ongoing' | 'bookmarked' | 'mine'
export type HeldLists = Partial<Record<ListName, SessionCard[]>>

/**
 * One bookmark in every list held at once. A card let go stays in the bookmarked list, unmarked, and the page leaves it
 * out: if the server refuses, it is back in its old place. A session that no list holds may be known by its own page.
 */
export function setBookmark(lists: HeldLists, session: number, isBookmarked: boolean, known?: SessionCard): HeldLists {
  const changed: HeldLists = {}
  for (const [name, cards] of namedLists(lists)) changed[name] = markCard(cards, session, isBookmarked)

  const kept = changed.bookmarked
  if (!isBookmarked || !kept || kept.some(({ id }) => id === session)) return changed
  const card = findCard(changed, session) ?? (known && { ...known, isBookmarked })
  return card ? { ...changed, bookmarked: [card, ...kept] } : changed
}

export function findCard(lists: HeldLists, session: number): SessionCard | undefined {
  return namedLists(lists)
    .flatMap(([, cards]) => cards)
    .find(({ id }) => id === session)
}

/** Whether a list has a place for a session in this state. The other lists keep what they hold. */
const belongsIn: Partial<Record<ListName, (status: SessionStatus) => boolean>> = {
  curated: (status) => status === 'NOT_STARTED',
  ongoing: (status) => status !== 'NOT_STARTED' && status !== 'COMPLETED',
  mine: (status) => status !== 'NOT_STARTED',
}

/**
 * How far one has come, on every card of that session. Lists it no longer belongs in lose it; those it belongs in now have
 * it first, also while the server cannot be asked. A session that no list holds may be known by its own page.
 */
export function setStanding(lists: HeldLists, standing: SessionProgress, known?: SessionCard): HeldLists {
  const changed: HeldLists = {}
  const card = findCard(lists, standing.session) ?? known
  const moved = card && { ...card, ...cardStanding(standing) }
  for (const [name, cards] of namedLists(lists)) {
    const belongs = belongsIn[name]?.(standing.sessionStatus)
    const isHere = cards.some(({ id }) => id === standing.session)
    if (!isHere) changed[name] = belongs && moved && name !== 'curated' ? [moved, ...cards] : cards
    else if (belongs === false) changed[name] = cards.filter(({ id }) => id !== standing.session)
    else changed[name] = cards.map((each) => (each.id === standing.session ? { ...each, ...cardStanding(standing) } : each))
  }
  return changed
}

export function withStanding(session: SessionDetail, standing: SessionProgress): SessionDetail {
  const done = new Set(standing.completedStepIds)
  const sessionSteps = session.sessionSteps.map((step) => withStatus(step, done.has(step.id) ? 'COMPLETED' : 'NOT_STARTED'))
  return { ...session, ...cardStanding(standing), resumeStep: standing.resumeStep, sessionSteps }
}

const withStatus = (step: Step, status: Step['status']): Step => (step.status === status ? step : { ...step, status })

const cardStanding = ({ sessionStatus, sessionDuration, durationCompleted, completedSteps, totalSteps }: SessionProgress) => ({
  sessionStatus,
  sessionDuration,
  durationCompleted,
  completedSteps,
  totalSteps,
})

/** A list without the card keeps its identity, so that nothing which shows it renders again. */
function markCard(cards: SessionCard[], session: number, isBookmarked: boolean): SessionCard[] {
  if (!cards.some((card) => card.id === session && card.isBookmarked !== isBookmarked)) return cards
  return cards.map((card) => (card.id === session ? { ...card, isBookmarked } : card))
}

export const listNames: readonly ListName[] = ['all', 'curated', 'ongoing', 'bookmarked', 'mine']

function namedLists(lists: HeldLists): [ListName, SessionCard[]][] {
  return listNames.flatMap((name) => {
    const cards = lists[name]
    return cards ? [[name, cards]] : []
  })
}
