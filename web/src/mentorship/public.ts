/** For the calendar and matching, which extend the same home page. */
export { DeadlinesCard } from './deadlines/card.tsx'
export { deadlinesOf } from './deadlines/days.ts'
export { DatedItem } from './deadlines/list.tsx'
export { DeadlinesList } from './deadlines/list.tsx'
export { EndedSessions } from './home/fallback-ended.tsx'
export { HomeFailed } from './home/failed.tsx'
export { useNow } from '#core/use-now.ts'
export { HomeSwitch } from './home/switch.tsx'
export { cardsQuery, mentorshipsQuery, progressQuery } from './queries.ts'
export { streakWords } from './rewards.ts'
export { checkInKind } from './course/queries.ts'
export { sessionLinks } from './session/links.ts'

/** Celebrations of finished sessions and badges, over any page; loaded for the first one. */
export const loadMoments = async () => (await import('./moment-host.tsx')).MomentHost
