import type { StoredFile } from '@saathi/contract/core/stored-file'
import type { AnswerOption, Question, QuestionType } from '@saathi/contract/questions/entities'
import * as fakes from '@saathi/contract/questions/fakes'

export const makeOption = (key: string, changes: Partial<AnswerOption> = {}): AnswerOption =>
  fakes.makeOption(key, { label: key, ...changes })

/** Any type, including unknown ones. */
export const makeQuestion = (changes: Partial<Question> & { questionType?: QuestionType | (string & {}) } = {}): Question =>
  fakes.makeQuestion({ key: 'moment', title: 'What happened?', ...changes })

export const languages: AnswerOption[] = [
  makeOption('hindi', { label: 'Hindi', displayOrder: 1 }),
  makeOption('tamil', { label: 'Tamil', displayOrder: 2 }),
  makeOption('bengali', { label: 'Bengali', displayOrder: 3 }),
  makeOption('marathi', { label: 'Marathi', displayOrder: 4 }),
]

export const storedFile: StoredFile = {
  id: '0b8f8a34-5a0e-4f5e-9a3f-0a3d8f3a1b07',
  name: 'my-first-resume-2026.pdf',
  type: 'application/pdf',
  size: 120_000,
  url: '/files/resume.pdf?signed=1',
  expiresAt: '2026-11-14T07:00:00.000Z',
}
