import type { AnswerOption, Question, ScaleOption } from './entities.ts'

/** Sorting is stable, so equally numbered items keep their order in the programme. */
export const inOrder = <T extends { order: number }>(items: readonly T[]): T[] => items.toSorted((a, b) => a.order - b.order)

export const optionsInOrder = (options: readonly AnswerOption[]): AnswerOption[] =>
  options.toSorted((a, b) => a.displayOrder - b.displayOrder)

/** Questions of a stage, by page and then by displayOrder. */
export const inPageOrder = <T extends { pageNumber: number; displayOrder: number }>(questions: readonly T[]): T[] =>
  questions.toSorted((a, b) => a.pageNumber - b.pageNumber || a.displayOrder - b.displayOrder)

export const scaleOrder = ({ sorting, options }: NonNullable<Question['scaleQuestionnaire']>): ScaleOption[] =>
  options.toSorted((a, b) => (sorting === 'descending' ? b.option - a.option : a.option - b.option))
