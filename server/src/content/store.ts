import type { Language } from '@saathi/contract/content/calls'
import { type MatchScreen, ScreenKey } from '@saathi/contract/content/screen-calls'
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { mediaUrl, type QuizRow, StoredContent, type StoredItem } from './step-content.ts'
import { StoredQuiz } from './question-content.ts'

export function findLanguages(db: Db): Promise<Language[]> {
  return db
    .selectFrom('language')
    .select(['name as language', 'code as languageCode', 'is_active as isActive', 'is_default as isDefault'])
    .orderBy('code')
    .execute()
}

export async function findLanguage(db: Db, code: string): Promise<{ code: string } | null> {
  return (await db.selectFrom('language').select('code').where('code', '=', code).executeTakeFirst()) ?? null
}

export type Media = { type: string; bytes: Buffer }

export async function findMedia(db: Db, hash: string): Promise<Media | null> {
  const query = db.selectFrom('programme_media').select(['type', 'bytes']).where('hash', '=', hash)
  return (await query.where('type', 'like', 'image/%').executeTakeFirst()) ?? null
}

export async function findRecording(db: Db, hash: string): Promise<{ type: string; size: number } | null> {
  const query = db.selectFrom('programme_media').select(['type', sql<number>`octet_length(bytes)`.as('size')])
  return (await query.where('hash', '=', hash).where('type', 'not like', 'image/%').executeTakeFirst()) ?? null
}

/** The bytes from `start`, without reading the others. */
export async function readRecording(db: Db, hash: string, { start, length }: { start: number; length: number }): Promise<Buffer> {
  const part = sql<Buffer>`substring(bytes from ${start + 1}::int for ${length}::int)`.as('part')
  return (await db.selectFrom('programme_media').select(part).where('hash', '=', hash).executeTakeFirstOrThrow()).part
}

/** The size of each picture in bytes, by hash; unknown pictures are left out. */
export async function findMediaSizes(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('programme_media')
    .select(['hash', sql<number>`octet_length(bytes)`.as('size')])
    .where('hash', 'in', [...new Set(hashes)])
    .execute()
  return new Map(rows.map(({ hash, size }) => [hash, size]))
}

/** All published sessions, with their texts in a language. Other domains join their tables to it. */
export function publishedSessions(db: Db, language: string) {
  return db
    .selectFrom('session')
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').on('session_text.language_code', '=', language),
    )
    .where('session.published_at', 'is not', null)
}

/** True for sessions that are for everyone or for this person's project. */
export function isOfferedTo(db: Db, personId: number): Expression<SqlBool> {
  const { or, not, exists } = expressionBuilder(db.selectFrom('session'))
  return or([
    not(exists(allowedProjects(db))),
    exists(
      allowedProjects(db)
        .innerJoin('person', 'person.project_id', 'session_project.project_id')
        .where('person.id', '=', personId),
    ),
  ])
}

function allowedProjects(db: Db) {
  return db
    .selectFrom('session_project')
    .select('session_project.project_id')
    .where('session_project.session_id', '=', sql.ref<number>('session.id'))
}

/** A session's tags in reading order, in the reader's language where a translation exists. */
export function tagNames(db: Db, sessionId: Expression<number>, language: string) {
  const tags = db
    .selectFrom('session_tag')
    .innerJoin('tag', 'tag.key', 'session_tag.tag_key')
    .leftJoin('tag_text', (join) => join.onRef('tag_text.tag_key', '=', 'tag.key').on('tag_text.language_code', '=', language))
    .where('session_tag.session_id', '=', sessionId)
    .select((select) => select.fn.coalesce('tag_text.name', 'tag.name').as('name'))
    .orderBy('session_tag.position')
  return sql<string[]>`array(${tags})`
}

export const bannerUrl = (hash: string | null): string | null => (hash === null ? null : mediaUrl(hash))

export async function findMatchScreens(db: Db, language: string): Promise<MatchScreen[]> {
  const rows = await db
    .selectFrom('match_screen')
    .leftJoin('match_screen_text', (join) =>
      join.onRef('match_screen_text.screen_key', '=', 'match_screen.key').on('match_screen_text.language_code', '=', language),
    )
    .select([
      'match_screen.key',
      'match_screen.title',
      'match_screen_text.title as localeTitle',
      'match_screen.description',
      'match_screen_text.description as localeDescription',
      'match_screen.image_hash as imageHash',
    ])
    .execute()
  return ScreenKey.options.flatMap((key) =>
    rows
      .filter((row) => row.key === key)
      .map(({ title, localeTitle, description, localeDescription, imageHash }) => ({
        key,
        title,
        localeTitle: localeTitle ?? title,
        description,
        localeDescription: localeDescription ?? description,
        image: bannerUrl(imageHash),
      })),
  )
}

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
