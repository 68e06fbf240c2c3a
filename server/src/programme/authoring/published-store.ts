import { sql } from 'kysely'
import { type Picture, StoredContent, type StoredItem, StoredQuiz, type Texts } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { pictureSize } from '../read/media.ts'

export type PublishedSession = {
  id: number
  key: string
  versionId: number
  version: number
  publishedAt: Date | null
  title: Texts
  overview: Texts
  tags: string[]
  color: string
  cover: string | null
  isLearningHub: boolean
  first: number | null
  projects: string[]
  steps: { key: string; title: Texts; durationMinutes: number; content: StoredItem[] }[]
  quizzes: { key: string; content: StoredQuiz }[]
}

/** Includes unpublished sessions. */
export async function findSession(db: Db, key: string) {
  const row = await db
    .selectFrom('session')
    .leftJoin('session_version', 'session_version.id', 'session.version_id')
    .selectAll('session')
    .select('session_version.number')
    .where('session.key', '=', key)
    .executeTakeFirst()
  return row && row.version_id !== null && row.number !== null ? { ...row, versionId: row.version_id, version: row.number } : null
}
type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

async function findSessionProjects(db: Db, sessionId: number): Promise<{ id: number; key: string }[]> {
  return db
    .selectFrom('session_project')
    .innerJoin('project', 'project.id', 'session_project.project_id')
    .select(['project.id', 'project.key'])
    .where('session_id', '=', sessionId)
    .orderBy('project.id')
    .execute()
}

export async function findWhole(db: Db, row: SessionRow): Promise<PublishedSession> {
  const { id, versionId } = row
  const texts = await db
    .selectFrom('session_text')
    .select(['language_code', 'title', 'overview'])
    .where('session_id', '=', id)
    .orderBy('language_code')
    .execute()
  const tags = await db.selectFrom('session_tag').select('tag_key').where('session_id', '=', id).orderBy('position').execute()
  const inOthers = (field: 'title' | 'overview') => Object.fromEntries(texts.map((each) => [each.language_code, each[field]]))
  return {
    id,
    key: row.key,
    versionId,
    version: row.version,
    publishedAt: row.published_at,
    title: { text: row.title, locales: inOthers('title') },
    overview: { text: row.overview, locales: inOthers('overview') },
    tags: tags.map(({ tag_key }) => tag_key),
    color: row.color,
    cover: row.banner_hash,
    isLearningHub: row.is_learning_hub,
    first: row.first_place,
    projects: (await findSessionProjects(db, id)).map(({ key }) => key),
    ...(await findVersion(db, versionId)),
  }
}

export async function findVersion(db: Db, versionId: number): Promise<Pick<PublishedSession, 'steps' | 'quizzes'>> {
  const steps = await db
    .selectFrom('step')
    .select(['key', 'title', 'duration_minutes', 'content'])
    .select(
      sql<Record<string, string>>`coalesce((select jsonb_object_agg(language_code, title order by language_code)
        from step_text where step_id = step.id), '{}')`.as('locales'),
    )
    .where('version_id', '=', versionId)
    .orderBy('position')
    .execute()
  const quizzes = await db
    .selectFrom('quiz')
    .select(['key', 'content'])
    .where('version_id', '=', versionId)
    .orderBy('key')
    .execute()
  return {
    steps: steps.map(({ key, title, duration_minutes, content, locales }) => ({
      key,
      title: { text: title, locales },
      durationMinutes: duration_minutes,
      content: StoredContent.parse(content),
    })),
    quizzes: quizzes.map(({ key, content }) => ({ key, content: StoredQuiz.parse(content) })),
  }
}

/** Questions of a version that people have answered, with the number of people. */
export async function findAnswered(db: Db, versionId: number): Promise<{ quiz: string; question: string; answers: number }[]> {
  const { rows } = await sql<{ quiz: string; question: string; answers: number }>`
    select quiz.key as quiz, answer.question, count(distinct quiz_attempt.person_id)::int as answers
    from quiz join quiz_attempt on quiz_attempt.quiz_id = quiz.id
    cross join lateral jsonb_object_keys(quiz_attempt.answers) as answer (question)
    where quiz.version_id = ${versionId}
    group by quiz.key, answer.question order by quiz.key, answer.question`.execute(db)
  return rows
}

export type StoredMedia = Picture & { name: string; bytes: number }

/** Enough to read the size of a picture. */
const HEAD_BYTES = 2_048

/** Pictures and recordings. */
export async function findPictures(db: Db, hashes: readonly string[]): Promise<StoredMedia[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('programme_media')
    .select(['hash', 'name', 'type'])
    .select(sql<number>`octet_length(bytes)`.as('bytes'))
    .select(sql<Buffer>`substring(bytes from 1 for ${HEAD_BYTES})`.as('head'))
    .where('hash', 'in', [...new Set(hashes)])
    .orderBy('hash')
    .execute()
  return rows.map(({ hash, name, type, bytes, head }) => ({ hash, name, bytes, ...pictureSize({ type, bytes: head }) }))
}

const allMedia = (db: Db) =>
  db
    .selectFrom('programme_media')
    .select(['hash', 'name', 'type'])
    .select(sql<number>`octet_length(bytes)`.as('bytes'))
    .orderBy('name')
    .orderBy('hash')
    .limit(1000)

/** All pictures by name, without the folder's portraits of demo accounts, which loading copies elsewhere. */
export const findAllPictures = (db: Db) =>
  allMedia(db).where('type', 'like', 'image/%').where('name', 'not like', 'portrait-%').execute()

export const findAllRecordings = (db: Db) => allMedia(db).where('type', 'not like', 'image/%').execute()
