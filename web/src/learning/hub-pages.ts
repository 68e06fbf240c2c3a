/** The home and its lists are a tap apart, and share nearly everything. */
export { HubPage } from './hub-page.tsx'
export { AllSessionsPage, BookmarkedSessionsPage, CuratedSessionsPage, OngoingSessionsPage } from './list-page.tsx'
