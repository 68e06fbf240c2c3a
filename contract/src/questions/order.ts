import type { AnswerOption, Question, ScaleOption } from './entities.ts'

/** Sorting keeps the order of what ties, so a programme that numbers two things alike is read as it stands. */
export const inOrder = <T extends { order: number }>(items: readonly T[]): T[] => items.toSorted((a, b) => a.order - b.order)

export const optionsInOrder = (options: readonly AnswerOption[]): AnswerOption[] =>
  options.toSorted((a, b) => a.displayOrder - b.displayOrder)

/** Questions of a stage: page by page, and within each as it says. */
export const inPageOrder = <T extends { pageNumber: number; displayOrder: number }>(questions: readonly T[]): T[] =>
  questions.toSorted((a, b) => a.pageNumber - b.pageNumber || a.displayOrder - b.displayOrder)

export const scaleOrder = ({ sorting, options }: NonNullable<Question['scaleQuestionnaire']>): ScaleOption[] =>
  options.toSorted((a, b) => (sorting === 'descending' ? b.option - a.option : a.option - b.option))
