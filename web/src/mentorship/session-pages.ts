/** One chunk: readers need these pages one after the other. */
export { SummaryPage } from './summary-page.tsx'
export { SessionFeedbackPage } from './session-feedback-page.tsx'
export { SessionIntroPage } from './session-intro-page.tsx'
export { SessionQuizPage } from './session-quiz-page.tsx'
export { SessionStepPage } from './session-step-page.tsx'
