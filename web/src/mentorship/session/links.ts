/** Links of a session; each keeps the mentorship of the address, for people with several. */
export function sessionLinks(mentorship: number | undefined) {
  const search = mentorship === undefined ? {} : { mentorship }
  const of = (session: number) => ({ sessionId: String(session) })
  const at = (session: number, step: number) => ({ sessionId: String(session), stepId: String(step) })
  const quiz = '/mentorship/$sessionId/step/$stepId/quiz'
  return {
    toHome: () => ({ to: '/mentorship', search }),
    toIntro: (session: number) => ({ to: '/mentorship/$sessionId/sessionintro', params: of(session), search }),
    toSummary: (session: number) => ({ to: '/mentorship/$sessionId/summary', params: of(session), search }),
    toStep: (session: number, step: number) => ({
      to: '/mentorship/$sessionId/step/$stepId',
      params: at(session, step),
      search,
    }),
    toQuiz: (session: number, step: number, id: number) => ({
      to: quiz,
      params: at(session, step),
      search: { ...search, quiz: id },
    }),
    toResult: (session: number, step: number, id: number) => ({
      to: quiz,
      params: at(session, step),
      search: { ...search, quiz: id, view: 'result' },
    }),
    toFeedback: (session: number) => ({ to: '/mentorship/$sessionId/step/sessionfeedback', params: of(session), search }),
  }
}
