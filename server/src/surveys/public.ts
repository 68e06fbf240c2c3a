export { findCriteriaAskedOfAll } from './answer-store.ts'
export { findCriteria } from './feeds.ts'
export { insertDemoAnswers } from './demo-answers.ts'
