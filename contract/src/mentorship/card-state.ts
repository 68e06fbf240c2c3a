import type { MentorshipCard } from './entities.ts'
import { daysLeft, timeColour, type TimeColour } from './time-left.ts'

export type CardState =
  | { says: 'partnerOpen' }
  | { says: 'completed' }
  /** The partner is done and waiting. */
  | { says: 'completeBy'; endDate: string | null; colour: TimeColour }
  | { says: 'timeLeft'; days: number | null; colour: TimeColour }

type CardInput = Pick<MentorshipCard, 'sessionStatus' | 'partnerStatus' | 'endDate'>

/** The state of a mentorship session card. In a group, the partner is everybody else. */
export function cardState({ sessionStatus, partnerStatus, endDate }: CardInput, now: Date): CardState {
  if (sessionStatus === 'PARTIAL_COMPLETE') return { says: 'partnerOpen' }
  if (sessionStatus === 'COMPLETED') return { says: 'completed' }
  const days = daysLeft(endDate, now)
  const colour = timeColour(days)
  return partnerStatus === 'COMPLETED' ? { says: 'completeBy', endDate, colour } : { says: 'timeLeft', days, colour }
}
