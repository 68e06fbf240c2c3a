import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

// Everything about one mentorship, in a number of queries that does not depend on how many walk in it.

/** Each member's way through each session, on the version that counts for them. */
export function findWalks(db: Db, mentorshipId: number, language: string) {
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

/** How well each quiz was answered at best, from 0 to 1; 1 where nothing is marked. */
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

/** When each quiz was first sent in each week, Monday to Sunday in India: in a mentorship and in the learning hub alike. */
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
