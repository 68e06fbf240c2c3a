export { findCriteria } from './criteria.ts'
export { insertDemoAnswers } from './demo-answers.ts'
