/** From the list to the last answer they are a tap apart: fetched together they are one entry in the first script. */
export { AllSurveysPage, CompletedSurveysPage, PendingSurveysPage } from './list-page.tsx'
export { StagePage } from './stage-page.tsx'
export { SurveyPage } from './survey-page.tsx'
