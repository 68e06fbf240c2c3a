/** The next step, for the pages of later rooms. Apart from public.ts, which every page loads while the terms are not agreed to. */
export { nextFactsQuery, useNext } from './next-queries.ts'
export { TodayCard } from './today-card.tsx'
