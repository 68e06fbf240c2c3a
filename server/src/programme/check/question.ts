import { answerParts, MAX_ANSWERS } from '@saathi/contract/questions/answer-form'
import { type QuestionType, typesWithOptions } from '@saathi/contract/questions/entities'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import { checkOptionalTexts, checkTexts, checkUnique } from './names.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'
import type { QuestionFile } from '../format/questionnaire.ts'

const single: readonly QuestionType[] = typesWithOptions.filter((type) => type.startsWith('Single'))

/** Checks a question of a quiz or survey; `at` is its path in the file. */
export function checkQuestion(
  document: Document<unknown>,
  at: JsonPath,
  question: QuestionFile,
  languages: readonly string[],
): Problem[] {
  const path = (...rest: JsonPath) => [...at, ...rest]
  const { questionType, answerOptions, scaleQuestionnaire } = question
  const needsOptions = typesWithOptions.includes(questionType)
  const rightOnes = (answerOptions ?? []).filter(({ isCorrect }) => isCorrect).length
  return [
    ...(['title', 'label', 'helpText'] as const).flatMap((name) =>
      checkOptionalTexts(document, path(name), question[name], languages),
    ),
    ...(needsOptions === (answerOptions !== undefined)
      ? []
      : [document.problemAt(path('answerOptions'), needsOptions ? 'is missing' : `is not for ${questionType}`)]),
    ...(scaleQuestionnaire && questionType !== 'Scale'
      ? [document.problemAt(path('scaleQuestionnaire'), `is not for ${questionType}`)]
      : []),
    ...(single.includes(questionType) && rightOnes > 1
      ? [document.problemAt(path('answerOptions'), 'has more than one right option, of which only one can be chosen')]
      : []),
    ...checkUnique(
      document,
      (answerOptions ?? []).map(({ key }, place) => [path('answerOptions', place, 'key'), key]),
    ),
    ...(answerOptions ?? []).flatMap(({ label, helpText }, place) => [
      ...checkTexts(document, path('answerOptions', place, 'label'), label, languages),
      ...checkOptionalTexts(document, path('answerOptions', place, 'helpText'), helpText, languages),
    ]),
    ...checkUnique(
      document,
      (scaleQuestionnaire?.options ?? []).map(({ option }, place) => [
        path('scaleQuestionnaire', 'options', place, 'option'),
        String(option),
      ]),
    ),
    ...(scaleQuestionnaire?.options ?? []).flatMap(({ label }, place) =>
      checkTexts(document, path('scaleQuestionnaire', 'options', place, 'label'), label, languages),
    ),
  ]
}

/** A stage or quiz is sent in one call, so it must stay within the call's limits. */
export function checkSendable(document: Document<unknown>, at: JsonPath, questions: readonly QuestionFile[]): Problem[] {
  const enabled = questions.filter(({ disabled }) => !disabled)
  const files = enabled.filter(({ questionType }) => uploadRuleOf(questionType) !== undefined)
  const tooMany = (count: number, most: number, noun: string) =>
    count > most ? [document.problemAt(at, `asks for ${count} ${noun}, of which at most ${most} can be sent at once`)] : []
  return [...tooMany(enabled.length, MAX_ANSWERS, 'answers'), ...tooMany(files.length, answerParts.maxFiles, 'files')]
}
