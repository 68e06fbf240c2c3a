/** For the calendar and matching, which stand on the same home: its parts that they stand beside. */
export { DeadlinesCard } from './deadlines-card.tsx'
export { deadlinesOf } from './deadlines-due.ts'
export { DatedItem } from './dated-item.tsx'
export { DeadlinesList } from './deadlines-list.tsx'
export { EndedSessions } from './fallback-ended.tsx'
export { HomeFailed } from './home-failed.tsx'
export { useNow } from '#core/use-now.ts'
export { HomeSwitch } from './home-switch.tsx'
export { cardsQuery, mentorshipsQuery, progressQuery } from './queries.ts'
export { streakWords } from './streak-words.ts'
export { sessionLinks } from './walk-links.ts'

/** Finished sessions and badges over any page; fetched for the first one. */
export const loadMoments = async () => (await import('./moment-host.tsx')).MomentHost
