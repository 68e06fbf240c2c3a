import type { Db } from '#core/ctx.ts'
import { StoredAnswers } from '#questions/public.ts'
import { sameAs, type Track } from '../progress-store.ts'

export type AttemptKey = Track & { stepId: number; quizId: number }
export type Attempt = { id: number; number: number; answers: StoredAnswers; submittedAt: Date }

/** Ids of the answered quizzes of a version, grouped by step id. */
export async function findAnswered(
  db: Db,
  { personId, mentorshipId }: Track,
  versionId: number,
): Promise<Map<number, Set<number>>> {
  const rows = await db
    .selectFrom('quiz_attempt')
    .innerJoin('step', 'step.id', 'quiz_attempt.step_id')
    .select(['quiz_attempt.step_id as stepId', 'quiz_attempt.quiz_id as quizId'])
    .distinct()
    .where('quiz_attempt.person_id', '=', personId)
    .where('quiz_attempt.mentorship_id', sameAs(mentorshipId), mentorshipId)
    .where('step.version_id', '=', versionId)
    .execute()
  const answered = new Map<number, Set<number>>()
  for (const { stepId, quizId } of rows) answered.set(stepId, (answered.get(stepId) ?? new Set()).add(quizId))
  return answered
}

export async function findLatestAttempt(db: Db, { personId, mentorshipId, stepId, quizId }: AttemptKey): Promise<Attempt | null> {
  const row = await db
    .selectFrom('quiz_attempt')
    .select(['id', 'number', 'answers', 'submitted_at as submittedAt'])
    .where('person_id', '=', personId)
    .where('mentorship_id', sameAs(mentorshipId), mentorshipId)
    .where('step_id', '=', stepId)
    .where('quiz_id', '=', quizId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, answers: StoredAnswers.parse(row.answers) } : null
}

export type NewAttempt = AttemptKey & {
  number: number
  answers: StoredAnswers
  rightCount: number
  markedCount: number
  submittedAt: Date
}

/** Null when a concurrent submission has already taken this attempt number. */
export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<number | null> {
  const row = await db
    .insertInto('quiz_attempt')
    .values({
      person_id: attempt.personId,
      mentorship_id: attempt.mentorshipId,
      step_id: attempt.stepId,
      quiz_id: attempt.quizId,
      number: attempt.number,
      answers: JSON.stringify(attempt.answers),
      right_count: attempt.rightCount,
      marked_count: attempt.markedCount,
      submitted_at: attempt.submittedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertAttemptFiles(
  db: Db,
  attemptId: number,
  files: readonly { questionKey: string; fileId: string }[],
): Promise<void> {
  if (files.length === 0) return
  await db
    .insertInto('quiz_attempt_file')
    .values(files.map(({ questionKey, fileId }) => ({ attempt_id: attemptId, question_key: questionKey, file_id: fileId })))
    .execute()
}
