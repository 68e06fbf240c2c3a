import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

// Loads everything about one mentorship in a fixed number of queries, regardless of its size.

/** Each member's sessions, on the version that applies to them. */
export function findMemberSessions(db: Db, mentorshipId: number, language: string) {
  return db
    .selectFrom('walk')
    .innerJoin('session', 'session.id', 'walk.session_id')
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').on('session_text.language_code', '=', language),
    )
    .leftJoin('session_progress as progress', (join) =>
      join
        .onRef('progress.mentorship_id', '=', 'walk.mentorship_id')
        .onRef('progress.person_id', '=', 'walk.person_id')
        .onRef('progress.session_id', '=', 'walk.session_id'),
    )
    .select(({ fn, ref }) => [
      'walk.person_id as personId',
      'walk.session_id as sessionId',
      'walk.end_date as endDate',
      'walk.closed_at as closedAt',
      'session.title',
      fn.coalesce(ref('session_text.title'), ref('session.title')).as('localeTitle'),
      fn.coalesce(ref('progress.version_id'), ref('session.version_id')).as('versionId'),
      'progress.started_at as startedAt',
      'progress.completed_at as completedAt',
      'progress.last_step_id as lastStepId',
    ])
    .where('walk.mentorship_id', '=', mentorshipId)
    .where('session.published_at', 'is not', null)
    .orderBy('walk.position')
    .orderBy('walk.person_id')
    .execute()
}

export async function findStepsOfVersions(db: Db, versionIds: readonly number[]) {
  if (versionIds.length === 0) return []
  return db
    .selectFrom('step')
    .select(['id', 'key', 'version_id as versionId'])
    .where('version_id', 'in', versionIds)
    .orderBy('version_id')
    .orderBy('position')
    .execute()
}

export function findStepsDone(db: Db, mentorshipId: number) {
  return db
    .selectFrom('step_completion')
    .select(['person_id as personId', 'step_id as stepId'])
    .where('mentorship_id', '=', mentorshipId)
    .execute()
}

/** The best mark of each quiz, from 0 to 1; 1 when the quiz has no marked questions. */
export function findBestMarks(db: Db, mentorshipId: number) {
  return db
    .selectFrom('quiz_attempt')
    .select([
      'person_id as personId',
      'quiz_id as quizId',
      sql<number>`max(case when marked_count = 0 then 1 else right_count::float8 / marked_count end)`.as('mark'),
    ])
    .where('mentorship_id', '=', mentorshipId)
    .groupBy(['person_id', 'quiz_id'])
    .execute()
}

export async function findQuizzesOfVersions(db: Db, versionIds: readonly number[]) {
  if (versionIds.length === 0) return []
  return db
    .selectFrom('quiz')
    .select(['id', 'version_id as versionId'])
    .where('version_id', 'in', versionIds)
    .orderBy('id')
    .execute()
}

/** The first submission of each quiz per week (Monday to Sunday in India), across mentorship and learning hub. */
export function findWeeklyQuizzes(db: Db, personId: number, since: Date) {
  const week = sql<string>`date_trunc('week', submitted_at at time zone 'Asia/Kolkata')::text`
  return db
    .selectFrom('quiz_attempt')
    .select(({ fn }) => [week.as('week'), 'quiz_id as quizId', fn.min('submitted_at').as('firstAt')])
    .where('person_id', '=', personId)
    .where('submitted_at', '>=', since)
    .groupBy([week, 'quiz_id'])
    .orderBy('firstAt')
    .execute()
}
