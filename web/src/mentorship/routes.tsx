import type { DomainRoute } from '#core/domain-route.ts'

const home = async () => (await import('./screens.ts')).home()
const partner = async () => (await import('./screens.ts')).partner()
const session = async () => (await import('./screens.ts')).session()
const farewell = async () => (await import('./screens.ts')).farewell()

export const mentorshipRoutes: readonly DomainRoute[] = [
  { path: '/mentorship', access: 'protected', load: async () => (await home()).MentorshipPage },
  { path: '/mentorship/partner/$userId', access: 'protected', load: async () => (await partner()).PartnerPage },
  { path: '/mentorship/farewell/$mentorshipId', access: 'protected', load: async () => (await farewell()).FarewellPage },
  { path: '/mentorship/$sessionId/sessionintro', access: 'protected', load: async () => (await session()).SessionIntroPage },
  { path: '/mentorship/$sessionId/summary', access: 'protected', load: async () => (await session()).SummaryPage },
  // Must come before the steps, whose pattern also matches it.
  {
    path: '/mentorship/$sessionId/step/sessionfeedback',
    access: 'protected',
    load: async () => (await session()).SessionFeedbackPage,
  },
  { path: '/mentorship/$sessionId/step/$stepId', access: 'protected', load: async () => (await session()).SessionStepPage },
  { path: '/mentorship/$sessionId/step/$stepId/quiz', access: 'protected', load: async () => (await session()).SessionQuizPage },
]
