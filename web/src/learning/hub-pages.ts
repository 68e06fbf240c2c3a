/** The home, its lists and what they lead to are a tap apart, and share nearly everything. */
export { HubPage } from './hub-page.tsx'
export { InternshipPage } from './internship-page.tsx'
export { AllSessionsPage, BookmarkedSessionsPage, CuratedSessionsPage, OngoingSessionsPage } from './list-page.tsx'
