import type { Db } from '#core/ctx.ts'
import { StoredQuiz } from './question-content.ts'
import { type QuizRow, StoredContent, type StoredItem } from './step-content.ts'

export type VersionStep = {
  id: number
  position: number
  title: string
  localeTitle: string
  durationMinutes: number
  content: readonly StoredItem[]
}
export type VersionContent = { steps: readonly VersionStep[]; quizzes: readonly QuizRow[] }

/** The content of a version in two queries; steps are in display order. */
export async function findVersionContent(db: Db, versionId: number, language: string): Promise<VersionContent> {
  const steps = await db
    .selectFrom('step')
    .leftJoin('step_text', (join) => join.onRef('step_text.step_id', '=', 'step.id').on('step_text.language_code', '=', language))
    .select([
      'step.id',
      'step.position',
      'step.title',
      'step_text.title as localeTitle',
      'step.duration_minutes as durationMinutes',
      'step.content',
    ])
    .where('step.version_id', '=', versionId)
    .orderBy('step.position')
    .execute()
  return {
    steps: steps.map((step) => ({
      ...step,
      localeTitle: step.localeTitle ?? step.title,
      content: StoredContent.parse(step.content),
    })),
    quizzes: await findQuizzes(db, versionId),
  }
}

async function findQuizzes(db: Db, versionId: number): Promise<QuizRow[]> {
  const rows = await db
    .selectFrom('quiz')
    .select(['id', 'key', 'content'])
    .where('version_id', '=', versionId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, content: StoredQuiz.parse(row.content) }))
}
