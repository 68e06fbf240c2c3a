/** Whoever opens a session of a mentorship needs them all, one after the other. */
export { SummaryPage } from './summary-page.tsx'
export { WalkFeedbackPage } from './walk-feedback-page.tsx'
export { WalkIntroPage } from './walk-intro-page.tsx'
export { WalkQuizPage } from './walk-quiz-page.tsx'
export { WalkStepPage } from './walk-step-page.tsx'
