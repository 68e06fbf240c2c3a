export { type Concern, raiseConcern } from './concern.ts'
