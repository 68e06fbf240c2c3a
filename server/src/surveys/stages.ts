import type { Question } from '@saathi/contract/questions/entities'
import { showPages, type StoredSurveyQuestion } from '#content/face.ts'
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
