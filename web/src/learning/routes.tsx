import type { RoomRoute } from '#core/router/room-route.ts'

const lists = () => import('./list-page.tsx')
const addresses = () => import('./session-address.ts')

export const learningRoutes: readonly RoomRoute[] = [
  { path: '/learninghub', access: 'protected', load: async () => (await import('./hub-page.tsx')).HubPage },
  { path: '/learninghub/allsession', access: 'protected', load: async () => (await lists()).AllSessionsPage },
  { path: '/learninghub/curatedsession', access: 'protected', load: async () => (await lists()).CuratedSessionsPage },
  { path: '/learninghub/ongoingsessions', access: 'protected', load: async () => (await lists()).OngoingSessionsPage },
  { path: '/learninghub/bookmarkedsessions', access: 'protected', load: async () => (await lists()).BookmarkedSessionsPage },
  {
    path: '/session/sessionintroduction/$sessionId',
    access: 'protected',
    load: async () => (await import('./intro-page.tsx')).IntroPage,
  },
  {
    path: '/session/step',
    access: 'protected',
    load: async () => (await import('./step-page.tsx')).StepPage,
    leadElsewhere: async (visit) => (await addresses()).leadFromStep(visit),
  },
  { path: '/session/step/quiz', access: 'protected', load: async () => (await import('./quiz-page.tsx')).QuizPage },
  {
    path: '/session/step/sessionfeedback',
    access: 'protected',
    load: async () => (await import('./feedback-page.tsx')).FeedbackPage,
    leadElsewhere: async (visit) => (await addresses()).leadFromFeedback(visit),
  },
]
