/**
 * The next step, for pages of other domains. Separate from public.ts, which every page loads until the terms are agreed
 * to.
 */
export { nextFactsQuery, OffersInMenu, useNext } from './today/next-queries.ts'
export { TodayCard } from './today/card.tsx'
