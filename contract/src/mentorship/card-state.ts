import type { MentorshipCard } from './entities.ts'
import { daysLeft, timeColour, type TimeColour } from './time-left.ts'

export type CardState =
  | { says: 'partnerOpen' }
  | { says: 'completed' }
  /** The partner is done, and waits. */
  | { says: 'completeBy'; endDate: string | null; colour: TimeColour }
  | { says: 'timeLeft'; days: number | null; colour: TimeColour }

type Shown = Pick<MentorshipCard, 'sessionStatus' | 'partnerStatus' | 'endDate'>

/** What a card of the mentorship area says of its session. In a group the partner is everybody else. */
export function cardState({ sessionStatus, partnerStatus, endDate }: Shown, now: Date): CardState {
  if (sessionStatus === 'PARTIAL_COMPLETE') return { says: 'partnerOpen' }
  if (sessionStatus === 'COMPLETED') return { says: 'completed' }
  const days = daysLeft(endDate, now)
  const colour = timeColour(days)
  return partnerStatus === 'COMPLETED' ? { says: 'completeBy', endDate, colour } : { says: 'timeLeft', days, colour }
}
