export { describePairWork } from './pair.ts'
