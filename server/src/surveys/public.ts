export { findCriteria } from './criteria.ts'
