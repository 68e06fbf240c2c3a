import type { Experiences } from '@saathi/contract/accounts/entities'
import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import type { SessionCard } from '@saathi/contract/learning/entities'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import type { TextKey } from '@saathi/contract/texts'

export type Goal = 'mentorship' | 'internship' | 'none'
export type Unlock = { goal: Goal; completed: number; remaining: number; isOpen: boolean }

export function completedCount(mine: readonly SessionCard[]): number {
  return mine.filter((card) => card.isLearningHub && card.sessionStatus === 'COMPLETED').length
}

/** The goal is a mentor, an internship, or none. */
export function unlockOf(experiences: Experiences, completed: number): Unlock {
  const goal = goalOf(experiences)
  const remaining = Math.max(0, SESSIONS_TO_UNLOCK - completed)
  const flag = goal === 'internship' ? experiences.internship : experiences.curriculum
  return { goal, completed, remaining, isOpen: goal !== 'none' && flag === 'use' }
}

export function goalOf({ curriculum, internship }: Experiences): Goal {
  if (curriculum !== 'off') return 'mentorship'
  return internship !== 'off' ? 'internship' : 'none'
}

/**
 * The text about what is missing before the search for a partner starts; null if unknown. Mentees need the survey too; mentors
 * need no sessions.
 */
export function searchText(facts: NextFacts | undefined): TextKey | null {
  if (!facts) return null
  const hasAnswered = !facts.survey?.isFirst
  if (facts.side !== 'mentor') return `learning.status.mentorship.${hasAnswered ? 'soonText' : 'surveyText'}`
  if (!hasAnswered) return 'learning.status.mentee.survey'
  return facts.matching.status === null ? null : 'learning.status.mentee.search'
}

/** Zero-padded to two digits; three from a hundred. */
export const twoDigits = (count: number) => String(count).padStart(2, '0')
