import type { Language } from '@saathi/contract/content/calls'
import { type MatchScreen, ScreenKey } from '@saathi/contract/content/screen-calls'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { mediaUrl } from './media-url.ts'

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
  return (await db.selectFrom('programme_media').select(['type', 'bytes']).where('hash', '=', hash).executeTakeFirst()) ?? null
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
