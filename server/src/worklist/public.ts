export { planDemoWork } from './demo.ts'
export { describePairWork } from './pair.ts'
