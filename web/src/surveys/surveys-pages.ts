/** One chunk, because these pages link to each other and the first script then has one entry for all of them. */
export { AllSurveysPage, CompletedSurveysPage, PendingSurveysPage } from './list/page.tsx'
export { StagePage } from './stage/page.tsx'
export { SurveyPage } from './survey/page.tsx'
