import type { SessionCard } from '@saathi/contract/learning/entities'

let lastId = 0

/** A card for tests; each has its own id unless one is given. */
export function sessionCard(given: Partial<SessionCard> = {}): SessionCard {
  const id = given.id ?? (lastId += 1)
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
    ...given,
  }
}
