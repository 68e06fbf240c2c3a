/** One chunk, because these pages link to each other and share nearly all their code. */
export { HubPage } from './hub/page.tsx'
export { InternshipPage } from './hub/internship-page.tsx'
export { AllSessionsPage, BookmarkedSessionsPage, CuratedSessionsPage, OngoingSessionsPage } from './hub/list-page.tsx'
