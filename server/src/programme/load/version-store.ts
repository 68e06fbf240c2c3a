import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { NewQuiz, NewStep, NewVersion } from '../read/session-content.ts'

export async function findCurrentVersion(db: Db, sessionId: number): Promise<{ id: number; hash: string } | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('session_version', 'session_version.id', 'session.version_id')
    .select(['session_version.id', 'session_version.content_hash as hash'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  return row ?? null
}

export function findSteps(db: Db, versionId: number): Promise<{ id: number; durationMinutes: number }[]> {
  return db
    .selectFrom('step')
    .select(['id', 'duration_minutes as durationMinutes'])
    .where('version_id', '=', versionId)
    .orderBy('position')
    .execute()
}

export async function insertVersion(db: Db, sessionId: number, version: NewVersion, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('session_version')
    .values(({ selectFrom }) => ({
      session_id: sessionId,
      number: selectFrom('session_version')
        .select(({ fn, lit }) => sql<number>`${fn.coalesce(fn.max('number'), lit(0))} + 1`.as('next'))
        .where('session_id', '=', sessionId),
      content_hash: version.hash,
      duration_minutes: version.durationMinutes,
      step_count: version.steps.length,
      created_at: now,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertQuizzes(db: Db, versionId: number, quizzes: readonly NewQuiz[]): Promise<void> {
  if (quizzes.length === 0) return
  await db
    .insertInto('quiz')
    .values(quizzes.map(({ key, content }) => ({ version_id: versionId, key, content: JSON.stringify(content) })))
    .execute()
}

export async function insertSteps(
  db: Db,
  versionId: number,
  steps: readonly NewStep[],
): Promise<{ id: number; durationMinutes: number }[]> {
  const rows = await db
    .insertInto('step')
    .values(
      steps.map(({ key, position, title, durationMinutes, content }) => ({
        version_id: versionId,
        key,
        position,
        title: title.text,
        duration_minutes: durationMinutes,
        content: JSON.stringify(content),
      })),
    )
    .returning(['id', 'position', 'duration_minutes as durationMinutes'])
    .execute()
  const inOrder = rows.toSorted((a, b) => a.position - b.position)
  const texts = inOrder.flatMap(({ id }, at) =>
    Object.entries(steps[at]?.title.locales ?? {}).map(([language, title]) => ({ step_id: id, language_code: language, title })),
  )
  if (texts.length > 0) await db.insertInto('step_text').values(texts).execute()
  return inOrder
}

export async function updateCurrentVersion(db: Db, sessionId: number, versionId: number): Promise<void> {
  await db.updateTable('session').set({ version_id: versionId }).where('id', '=', sessionId).execute()
}

export async function deleteUnusedVersions(db: Db, sessionId: number, current: number): Promise<void> {
  await db
    .deleteFrom('session_version')
    .where('session_id', '=', sessionId)
    .where('id', '<>', current)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session_progress').select('person_id').whereRef('session_progress.version_id', '=', 'session_version.id'),
        ),
      ),
    )
    .execute()
}
