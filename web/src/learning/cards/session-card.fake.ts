import type { SessionCard } from '@saathi/contract/learning/entities'

let lastId = 0

/** A card for tests, with a unique id by default. */
export function sessionCard(changes: Partial<SessionCard> = {}): SessionCard {
  const id = changes.id ?? (lastId += 1)
  return {
    id,
    title: `Session ${id}`,
    localeTitle: '',
    overview: '',
    localeOverview: '',
    banner: null,
    color: '#74C16E',
    tags: [],
    duration: 30,
    sessionDuration: 30,
    durationCompleted: 0,
    isBookmarked: false,
    isLearningHub: true,
    sessionStatus: 'NOT_STARTED',
    endDate: null,
    completedSteps: 0,
    totalSteps: 4,
    ...changes,
  }
}
