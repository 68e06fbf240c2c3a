import type { Db } from '#core/ctx.ts'

export function findStartedSessions(db: Db, personId: number) {
  return db
    .selectFrom('session_progress')
    .innerJoin('session', 'session.id', 'session_progress.session_id')
    .leftJoin('step', 'step.id', 'session_progress.last_step_id')
    .select([
      'session.title as session',
      'session_progress.status',
      'session_progress.started_at as startedAt',
      'session_progress.completed_at as completedAt',
      'session_progress.last_seen_at as lastSeenAt',
      'step.title as lastStep',
    ])
    .where('session_progress.person_id', '=', personId)
    .orderBy('session_progress.started_at')
    .orderBy('session.id')
    .execute()
}

export function findStepsDone(db: Db, personId: number) {
  return db
    .selectFrom('step_completion')
    .innerJoin('step', 'step.id', 'step_completion.step_id')
    .innerJoin('session_version', 'session_version.id', 'step.version_id')
    .innerJoin('session', 'session.id', 'session_version.session_id')
    .select(['session.title as session', 'step.title as step', 'step_completion.completed_at as completedAt'])
    .where('step_completion.person_id', '=', personId)
    .orderBy('step_completion.completed_at')
    .orderBy('step.id')
    .execute()
}

export function findBookmarks(db: Db, personId: number) {
  return db
    .selectFrom('bookmark')
    .innerJoin('session', 'session.id', 'bookmark.session_id')
    .select(['session.title as session', 'bookmark.created_at as keptAt'])
    .where('bookmark.person_id', '=', personId)
    .orderBy('bookmark.created_at')
    .orderBy('session.id')
    .execute()
}

/** Every attempt, with the submitted answers. */
export function findQuizAttempts(db: Db, personId: number) {
  return db
    .selectFrom('quiz_attempt')
    .innerJoin('step', 'step.id', 'quiz_attempt.step_id')
    .innerJoin('session_version', 'session_version.id', 'step.version_id')
    .innerJoin('session', 'session.id', 'session_version.session_id')
    .innerJoin('quiz', 'quiz.id', 'quiz_attempt.quiz_id')
    .select([
      'session.title as session',
      'step.title as step',
      'quiz.content as quiz',
      'quiz_attempt.number as attempt',
      'quiz_attempt.answers',
      'quiz_attempt.submitted_at as submittedAt',
    ])
    .where('quiz_attempt.person_id', '=', personId)
    .orderBy('quiz_attempt.submitted_at')
    .orderBy('quiz_attempt.id')
    .execute()
}

export function findRatings(db: Db, personId: number) {
  return db
    .selectFrom('session_feedback')
    .innerJoin('session', 'session.id', 'session_feedback.session_id')
    .select([
      'session.title as session',
      'session_feedback.rating',
      'session_feedback.review',
      'session_feedback.rated_at as ratedAt',
    ])
    .where('session_feedback.person_id', '=', personId)
    .orderBy('session_feedback.rated_at')
    .execute()
}

/** The sessions of the person's mentorships, with their due dates. */
export function findMentorshipSessions(db: Db, personId: number) {
  return db
    .selectFrom('walk')
    .innerJoin('session', 'session.id', 'walk.session_id')
    .select(['session.title as session', 'walk.end_date as dueAt', 'walk.closed_at as closedAt'])
    .where('walk.person_id', '=', personId)
    .orderBy('walk.mentorship_id')
    .orderBy('walk.position')
    .execute()
}

export async function findPreferredTags(db: Db, personId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('wanted_tag')
    .innerJoin('tag', 'tag.key', 'wanted_tag.tag_key')
    .select('tag.name')
    .where('wanted_tag.person_id', '=', personId)
    .orderBy('tag.name')
    .execute()
  return rows.map(({ name }) => name)
}

export async function deleteProgressOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('quiz_attempt').where('person_id', '=', personId).execute()
  await db.deleteFrom('session_feedback').where('person_id', '=', personId).execute()
  await db.deleteFrom('session_progress').where('person_id', '=', personId).execute()
  await db.deleteFrom('step_completion').where('person_id', '=', personId).execute()
  await db.deleteFrom('bookmark').where('person_id', '=', personId).execute()
  await db.deleteFrom('walk').where('person_id', '=', personId).execute()
  await db.deleteFrom('wanted_tag').where('person_id', '=', personId).execute()
}
