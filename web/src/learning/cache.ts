import type { SessionCard, SessionStatus } from '@saathi/contract/learning/entities'
import type { SessionDetail, SessionProgress, Step } from '@saathi/contract/learning/detail'

export type ListName = 'all' | 'curated' | 'ongoing' | 'bookmarked' | 'mine'
export type CachedLists = Partial<Record<ListName, SessionCard[]>>

/**
 * Sets a bookmark in all cached lists. A removed card stays in the bookmarked list, unmarked and filtered out by the page, so
 * that a refusal restores its position. `known`: the session from its own page, if no list contains it.
 */
export function setBookmark(lists: CachedLists, session: number, isBookmarked: boolean, known?: SessionCard): CachedLists {
  const changed: CachedLists = {}
  for (const [name, cards] of namedLists(lists)) changed[name] = markCard(cards, session, isBookmarked)

  const bookmarked = changed.bookmarked
  if (!isBookmarked || !bookmarked || bookmarked.some(({ id }) => id === session)) return changed
  const card = findCard(changed, session) ?? (known && { ...known, isBookmarked })
  return card ? { ...changed, bookmarked: [card, ...bookmarked] } : changed
}

export function findCard(lists: CachedLists, session: number): SessionCard | undefined {
  return namedLists(lists)
    .flatMap(([, cards]) => cards)
    .find(({ id }) => id === session)
}

/** Whether a list should contain a session with this status. Lists that do not depend on the status keep their cards. */
const belongsIn: Partial<Record<ListName, (status: SessionStatus) => boolean>> = {
  curated: (status) => status === 'NOT_STARTED',
  ongoing: (status) => status !== 'NOT_STARTED' && status !== 'COMPLETED',
  mine: (status) => status !== 'NOT_STARTED',
}

/**
 * Updates the progress on every card of the session. Removes it from lists where it no longer belongs, and puts it first in those
 * where it now belongs, also offline. `known`: the session from its own page, if no list contains it.
 */
export function setProgress(lists: CachedLists, progress: SessionProgress, known?: SessionCard): CachedLists {
  const changed: CachedLists = {}
  const card = findCard(lists, progress.session) ?? known
  const moved = card && { ...card, ...cardProgress(progress) }
  for (const [name, cards] of namedLists(lists)) {
    const belongs = belongsIn[name]?.(progress.sessionStatus)
    const isHere = cards.some(({ id }) => id === progress.session)
    if (!isHere) changed[name] = belongs && moved && name !== 'curated' ? [moved, ...cards] : cards
    else if (belongs === false) changed[name] = cards.filter(({ id }) => id !== progress.session)
    else changed[name] = cards.map((each) => (each.id === progress.session ? { ...each, ...cardProgress(progress) } : each))
  }
  return changed
}

export function withProgress(session: SessionDetail, progress: SessionProgress): SessionDetail {
  const done = new Set(progress.completedStepIds)
  const sessionSteps = session.sessionSteps.map((step) => withStatus(step, done.has(step.id) ? 'COMPLETED' : 'NOT_STARTED'))
  return { ...session, ...cardProgress(progress), resumeStep: progress.resumeStep, sessionSteps }
}

const withStatus = (step: Step, status: Step['status']): Step => (step.status === status ? step : { ...step, status })

const cardProgress = ({ sessionStatus, sessionDuration, durationCompleted, completedSteps, totalSteps }: SessionProgress) => ({
  sessionStatus,
  sessionDuration,
  durationCompleted,
  completedSteps,
  totalSteps,
})

/** Returns the same list if it does not contain the card, to avoid a re-render. */
function markCard(cards: SessionCard[], session: number, isBookmarked: boolean): SessionCard[] {
  if (!cards.some((card) => card.id === session && card.isBookmarked !== isBookmarked)) return cards
  return cards.map((card) => (card.id === session ? { ...card, isBookmarked } : card))
}

export const listNames: readonly ListName[] = ['all', 'curated', 'ongoing', 'bookmarked', 'mine']

function namedLists(lists: CachedLists): [ListName, SessionCard[]][] {
  return listNames.flatMap((name) => {
    const cards = lists[name]
    return cards ? [[name, cards]] : []
  })
}
