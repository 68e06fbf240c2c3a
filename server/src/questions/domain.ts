import type { Domain } from '#core/domain.ts'
import { answerPurposes } from './answer-files.ts'

export const questions: Domain = { name: 'questions', filePurposes: answerPurposes }
