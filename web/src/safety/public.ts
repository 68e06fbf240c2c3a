export { ReportHost } from './report-host.tsx'
/** For the outbox. */
export { reportKind } from './queries.ts'
export const loadReportsCard = async () => (await import('./reports-card.tsx')).ReportsCard
