export { matchPicturePurposes } from './picture-purpose.ts'
export { executeRun, prepareRun } from './run.ts'
