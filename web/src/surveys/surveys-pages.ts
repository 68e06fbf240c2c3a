/** One chunk: these pages are a tap apart, and separate chunks would enlarge the first script. */
export { AllSurveysPage, CompletedSurveysPage, PendingSurveysPage } from './list/page.tsx'
export { StagePage } from './stage/page.tsx'
export { SurveyPage } from './survey/page.tsx'
