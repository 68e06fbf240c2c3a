export {
  dropIfRefused,
  type FileKeeper,
  fileKeeper,
  insertStoredFiles,
  keepFiles,
  showAnswer,
  type StoredFile,
} from './answer-files.ts'
export { likelyAnswer } from './likely-answer.ts'
export {
  type CheckedAnswers,
  checkSubmitted,
  filesOf,
  readAnswers,
  rejectWith,
  requireNoProblems,
  StoredAnswers,
  type SubmittedAnswers,
  toStored,
} from './submitted-answers.ts'
