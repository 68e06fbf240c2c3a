import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import { showPages, type StoredSurveyQuestion } from '#content/public.ts'
import type { StageRow } from './store.ts'

/**
 * The stage to continue with. If the remaining stages were removed from the programme, the last one is submitted again, because
 * only a submission completes the survey.
 */
export function currentStage(
  { completedAt }: { completedAt: Date | null },
  stages: readonly StageRow[],
  sent: ReadonlySet<number>,
): StageRow | undefined {
  return completedAt ? undefined : (stages.find(({ id }) => !sent.has(id)) ?? stages.at(-1))
}

/** All questions of a stage, for checking answers on the server. */
export const questionsOf = ({ content }: StageRow): Question[] => showPages(content, '').flatMap(({ questions }) => questions)

/** All questions of a stage with their readiness areas and tags. */
export const storedQuestionsOf = ({ content }: StageRow): StoredSurveyQuestion[] =>
  content.pages.flatMap(({ questions }) => questions)

/** The questions whose answers can be edited. Scored answers must not change after submission, nor files and passwords. */
export function changeableQuestions(stage: StageRow): Question[] {
  const scored = new Set(storedQuestionsOf(stage).flatMap(({ key, readiness }) => (readiness === null ? [] : [key])))
  return questionsOf(stage).filter((question) => {
    const type = typeOf(question)
    return !question.disabled && !scored.has(question.key) && type !== 'Password' && uploadRuleOf(type) === undefined
  })
}
