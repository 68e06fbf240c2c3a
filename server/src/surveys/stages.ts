import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import { showPages, type StoredSurveyQuestion } from '#content/public.ts'
import type { StageRow } from './store.ts'

/**
 * Where one goes on: stages are taken in order. Of a survey whose last stages were taken out of the programme after
 * the others were sent, the last one is sent once more: only sending completes it.
 */
export function currentStage(
  { completedAt }: { completedAt: Date | null },
  stages: readonly StageRow[],
  sent: ReadonlySet<number>,
): StageRow | undefined {
  return completedAt ? undefined : (stages.find(({ id }) => !sent.has(id)) ?? stages.at(-1))
}

/** Every question of a stage as answers are checked against it, for the server's own use. */
export const questionsOf = ({ content }: StageRow): Question[] => showPages(content, '').flatMap(({ questions }) => questions)

/** The same with what each answer feeds. */
export const storedQuestionsOf = ({ content }: StageRow): StoredSurveyQuestion[] =>
  content.pages.flatMap(({ questions }) => questions)

/**
 * What someone says of themselves may change, such as their free hours. What is scored is a measure of its day and stays,
 * as do files, and passwords that were only practised.
 */
export function changeableOf(stage: StageRow): Question[] {
  const scored = new Set(storedQuestionsOf(stage).flatMap(({ key, readiness }) => (readiness === null ? [] : [key])))
  return questionsOf(stage).filter((question) => {
    const type = typeOf(question)
    return !question.disabled && !scored.has(question.key) && type !== 'Password' && uploadRuleOf(type) === undefined
  })
}
