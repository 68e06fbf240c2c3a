/** Whoever opens a session needs them all, one after the other: fetched together they are one entry in the first script. */
export { FeedbackPage } from './feedback-page.tsx'
export { IntroPage } from './intro-page.tsx'
export { QuizPage } from './quiz-page.tsx'
export { leadFromFeedback, leadFromStep } from './session-address.ts'
export { StepPage } from './step-page.tsx'
