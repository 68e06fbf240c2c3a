/** Which lines of docs/requirements.md the screens will keep that are not built yet. Only the check of those lines reads it. */
export const comingSoonLines: Readonly<Record<`/${string}`, readonly string[]>> = {
  '/mentorship': ['MEN-01', 'MEN-02', 'MEN-03', 'MEN-04', 'MAT-01', 'CAL-01'],
  '/mentorship/$sessionId/sessionintro': ['MEN-05'],
  '/mentorship/$sessionId/summary': ['MEN-06'],
  '/mentorship/$sessionId/step/$stepId': ['MEN-07', 'MEN-08'],
  '/mentorship/$sessionId/step/$stepId/quiz': ['MEN-13'],
  '/mentorship/$sessionId/step/sessionfeedback': ['MEN-13'],
  '/chat': ['CHT-03'],
  '/chat/messenger': ['CHT-03'],
  '/calendar/callback': ['CAL-05'],
  '/calendar/connect/$provider': ['CAL-05'],
  '/video/join-meeting/$roomId': ['VID-02'],
}
