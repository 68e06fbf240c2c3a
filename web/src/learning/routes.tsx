import type { DomainRoute } from '#core/domain-route.ts'

const hub = async () => (await import('./screens.ts')).hub()
const session = async () => (await import('./screens.ts')).session()

export const learningRoutes: readonly DomainRoute[] = [
  { path: '/learninghub', access: 'protected', hasFirstTexts: true, load: async () => (await hub()).HubPage },
  { path: '/learninghub/allsession', access: 'protected', hasFirstTexts: true, load: async () => (await hub()).AllSessionsPage },
  {
    path: '/learninghub/curatedsession',
    access: 'protected',
    hasFirstTexts: true,
    load: async () => (await hub()).CuratedSessionsPage,
  },
  {
    path: '/learninghub/ongoingsessions',
    access: 'protected',
    hasFirstTexts: true,
    load: async () => (await hub()).OngoingSessionsPage,
  },
  {
    path: '/learninghub/bookmarkedsessions',
    access: 'protected',
    hasFirstTexts: true,
    load: async () => (await hub()).BookmarkedSessionsPage,
  },
  { path: '/internship', access: 'protected', load: async () => (await hub()).InternshipPage },
  { path: '/session/sessionintroduction/$sessionId', access: 'protected', load: async () => (await session()).IntroPage },
  {
    path: '/session/step',
    access: 'protected',
    load: async () => (await session()).StepPage,
    redirectTo: async (visit) => (await session()).leadFromStep(visit),
  },
  { path: '/session/step/quiz', access: 'protected', load: async () => (await session()).QuizPage },
  {
    path: '/session/step/sessionfeedback',
    access: 'protected',
    load: async () => (await session()).FeedbackPage,
    redirectTo: async (visit) => (await session()).leadFromFeedback(visit),
  },
]
