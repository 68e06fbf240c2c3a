import type { Db } from '#core/ctx.ts'
import type { NewVersion } from '../read/session-content.ts'
import { findCurrentVersion, insertQuizzes, insertSteps, insertVersion, updateCurrentVersion } from '../load/version-store.ts'

/** Older versions stay, because somebody may be reading one. */
export async function saveVersion(db: Db, sessionId: number, version: NewVersion, now: Date): Promise<void> {
  if ((await findCurrentVersion(db, sessionId))?.hash === version.hash) return
  const versionId = await insertVersion(db, sessionId, version, now)
  await insertQuizzes(db, versionId, version.quizzes)
  await insertSteps(db, versionId, version.steps)
  await updateCurrentVersion(db, sessionId, versionId)
}

export async function findNumber(db: Db, sessionId: number): Promise<number> {
  const row = await db
    .selectFrom('session')
    .innerJoin('session_version', 'session_version.id', 'session.version_id')
    .select('session_version.number')
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return row.number
}

export async function findHash(db: Db, versionId: number): Promise<string | null> {
  const row = await db.selectFrom('session_version').select('content_hash').where('id', '=', versionId).executeTakeFirst()
  return row?.content_hash ?? null
}

/** A new session comes last. */
export async function findPosition(db: Db, key: string): Promise<number> {
  const own = await db.selectFrom('session').select('position').where('key', '=', key).executeTakeFirst()
  if (own) return own.position
  const last = await db
    .selectFrom('session')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst()
  return (last?.position ?? 0) + 1
}

export async function unpublish(db: Db, sessionId: number): Promise<void> {
  await db.updateTable('session').set({ published_at: null }).where('id', '=', sessionId).execute()
}

/** The versions of a session, newest first. */
export async function findVersionIds(db: Db, sessionId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('session_version')
    .select('id')
    .where('session_id', '=', sessionId)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateStep(db: Db, versionId: number, step: NewVersion['steps'][number]): Promise<void> {
  const { id } = await db
    .updateTable('step')
    .set({ title: step.title.text, content: JSON.stringify(step.content) })
    .where('version_id', '=', versionId)
    .where('key', '=', step.key)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('step_text').where('step_id', '=', id).execute()
  const texts = Object.entries(step.title.locales).map(([language_code, title]) => ({ step_id: id, language_code, title }))
  if (texts.length > 0) await db.insertInto('step_text').values(texts).execute()
}

export async function updateQuiz(db: Db, versionId: number, { key, content }: NewVersion['quizzes'][number]): Promise<void> {
  const quiz = db.updateTable('quiz').set({ content: JSON.stringify(content) })
  await quiz.where('version_id', '=', versionId).where('key', '=', key).execute()
}

export async function updateHash(db: Db, versionId: number, hash: string): Promise<void> {
  await db.updateTable('session_version').set({ content_hash: hash }).where('id', '=', versionId).execute()
}
