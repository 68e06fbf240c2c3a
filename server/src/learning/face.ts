export { learningPurposes } from './answer-files.ts'
