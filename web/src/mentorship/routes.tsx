import type { DomainRoute } from '#core/router/domain-route.ts'

const home = async () => (await import('./screens.ts')).home()
const session = async () => (await import('./screens.ts')).session()

export const mentorshipRoutes: readonly DomainRoute[] = [
  { path: '/mentorship', access: 'protected', load: async () => (await home()).MentorshipPage },
  { path: '/mentorship/partner/$userId', access: 'protected', load: async () => (await home()).PartnerPage },
  { path: '/mentorship/$sessionId/sessionintro', access: 'protected', load: async () => (await session()).WalkIntroPage },
  { path: '/mentorship/$sessionId/summary', access: 'protected', load: async () => (await session()).SummaryPage },
  // Stands before the steps, whose pattern it would fit as well.
  {
    path: '/mentorship/$sessionId/step/sessionfeedback',
    access: 'protected',
    load: async () => (await session()).WalkFeedbackPage,
  },
  { path: '/mentorship/$sessionId/step/$stepId', access: 'protected', load: async () => (await session()).WalkStepPage },
  { path: '/mentorship/$sessionId/step/$stepId/quiz', access: 'protected', load: async () => (await session()).WalkQuizPage },
]
