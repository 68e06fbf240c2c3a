import type { ConfirmStatus } from '@saathi/contract/matching/calls'
import type { MatchTracker } from '@saathi/contract/matching/entities'
import { plainDay } from '#core/i18n/india-time.ts'

/** Whether the person is no longer available because somebody else was quicker; then nothing was saved. */
export const isUnavailable = (status: ConfirmStatus): boolean =>
  status === 'MENTOR_UNAVAILABLE' || status === 'MENTEE_UNAVAILABLE'

export type HistoryDay = { day: string; matches: MatchTracker[] }

/** Grouped by the day in India, newest first. A match that moved to a later page between requests comes twice and is shown once. */
export function historyDays(pages: readonly { matchTrackers: readonly MatchTracker[] }[]): HistoryDay[] {
  const once = new Map(pages.flatMap(({ matchTrackers }) => matchTrackers).map((match) => [match.id, match]))
  const days = Map.groupBy(once.values(), ({ updatedTimestamp }) => plainDay(updatedTimestamp))
  return [...days].map(([day, matches]) => ({ day, matches }))
}
