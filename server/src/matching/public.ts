export { matchPicturePurposes } from './picture-purpose.ts'
export { carryOutRun, prepareRun } from './run.ts'
