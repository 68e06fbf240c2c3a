/** One chunk: readers need these pages one after the other, and separate chunks would enlarge the first script. */
export { FeedbackPage } from './feedback/page.tsx'
export { IntroPage } from './intro/page.tsx'
export { QuizPage } from './quiz/page.tsx'
export { leadFromFeedback, leadFromStep } from './session/address.ts'
export { StepPage } from './step/page.tsx'
export { StepContent } from './content/step-content.tsx'
