export { ReportHost } from './report-host.tsx'
/** For the outbox, which loads it only when a report waits. */
export const loadSenders = async () => [(await import('./queries.ts')).reportKind]
export const loadReportsCard = async () => (await import('./reports-card.tsx')).ReportsCard
