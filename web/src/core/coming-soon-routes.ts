import type { Access } from './router/room-route.ts'

/** Screens that are not built yet, with the lines of docs/requirements.md that their pages will keep. */
export type ComingSoonRoute = { path: `/${string}`; access: Access; lines: readonly string[] }

export const comingSoonRoutes: readonly ComingSoonRoute[] = [
  { path: '/privacypolicy', access: 'always', lines: ['NAV-07'] },
  { path: '/termsofservice', access: 'always', lines: ['NAV-07'] },
  { path: '/codeofconduct', access: 'always', lines: ['NAV-07'] },
  { path: '/stage', access: 'protected', lines: ['SUR-03', 'SUR-04', 'SUR-05', 'SUR-06', 'SUR-07', 'SUR-08'] },
  { path: '/survey', access: 'protected', lines: ['SUR-02'] },
  { path: '/surveylisting', access: 'protected', lines: ['SUR-01'] },
  { path: '/surveylisting/pendingsurveys', access: 'protected', lines: ['SUR-01'] },
  { path: '/surveylisting/completedsurveys', access: 'protected', lines: ['SUR-01'] },
  { path: '/mentorship', access: 'protected', lines: ['MEN-01', 'MEN-02', 'MEN-03', 'MEN-04', 'MAT-01', 'CAL-01'] },
  { path: '/mentorship/$sessionId/sessionintro', access: 'protected', lines: ['MEN-05'] },
  { path: '/mentorship/$sessionId/summary', access: 'protected', lines: ['MEN-06'] },
  { path: '/mentorship/$sessionId/step/$stepId', access: 'protected', lines: ['MEN-07', 'MEN-08'] },
  { path: '/mentorship/$sessionId/step/$stepId/quiz', access: 'protected', lines: ['MEN-13'] },
  { path: '/mentorship/$sessionId/step/sessionfeedback', access: 'protected', lines: ['MEN-13'] },
  { path: '/internship', access: 'protected', lines: ['NAV-13'] },
  { path: '/chat', access: 'protected', lines: ['CHT-03'] },
  { path: '/chat/messenger', access: 'protected', lines: ['CHT-03'] },
  { path: '/feed', access: 'protected', lines: ['FED-01', 'FED-02'] },
  { path: '/moreinfo', access: 'protected', lines: ['NAV-14'] },
  { path: '/moreinfo/faq', access: 'protected', lines: ['NAV-08'] },
  { path: '/moreinfo/privacyPolicy', access: 'protected', lines: ['NAV-07'] },
  { path: '/moreinfo/termsOfService', access: 'protected', lines: ['NAV-07'] },
  { path: '/moreinfo/codeofconduct', access: 'protected', lines: ['NAV-07'] },
  { path: '/moreinfo/wrs', access: 'protected', lines: ['NAV-09'] },
  { path: '/calendar/callback', access: 'public', lines: ['CAL-05'] },
  { path: '/calendar/connect/$provider', access: 'public', lines: ['CAL-05'] },
  { path: '/video/join-meeting/$roomId', access: 'protected', lines: ['VID-02'] },
]
