/** One chunk: readers need these pages one after the other. */
export { SummaryPage } from './session/summary-page.tsx'
export { SessionFeedbackPage } from './session/pages.tsx'
export { SessionIntroPage } from './session/pages.tsx'
export { SessionQuizPage } from './session/pages.tsx'
export { SessionStepPage } from './session/pages.tsx'
