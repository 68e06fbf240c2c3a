import type { Db } from '#core/ctx.ts'
import type { ProgrammeFile } from '../format/programme.ts'
import type { MediaFile } from '../programme.ts'

/** Keys are stable, so loading again updates rows in place and keeps their ids. */
export type TextRow<Owner> = { owner: Owner; language: string; text: string }
export type SessionRow = {
  key: string
  position: number
  title: string
  overview: string
  color: string
  bannerHash: string | null
  isLearningHub: boolean
  firstPlace: number | null
}

export async function insertMissingMedia(db: Db, media: readonly MediaFile[]): Promise<void> {
  if (media.length === 0) return
  await db
    .insertInto('programme_media')
    .values(media.map(({ hash, name, type, bytes }) => ({ hash, name, type, bytes })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

export async function saveProjects(db: Db, projects: ProgrammeFile['projects']): Promise<Map<string, number>> {
  if (projects.length === 0) return new Map()
  const rows = await db
    .insertInto('project')
    .values(
      projects.map(({ key, name, groupType, emailDomains, isDisabled, membersAreAdults }) => ({
        key,
        name,
        group_type: groupType,
        email_domains: emailDomains,
        is_disabled: isDisabled,
        members_are_adults: membersAreAdults,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        group_type: ref('excluded.group_type'),
        email_domains: ref('excluded.email_domains'),
        is_disabled: ref('excluded.is_disabled'),
        members_are_adults: ref('excluded.members_are_adults'),
      })),
    )
    .returning(['id', 'key'])
    .execute()
  return new Map(rows.map(({ id, key }) => [key, id]))
}

export async function saveTags(
  db: Db,
  tags: readonly { key: string; name: string }[],
  texts: readonly TextRow<string>[],
): Promise<void> {
  if (tags.length === 0) return
  await db
    .insertInto('tag')
    .values([...tags])
    .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })))
    .execute()
  const keys = tags.map(({ key }) => key)
  await db.deleteFrom('tag_text').where('tag_key', 'in', keys).execute()
  if (texts.length === 0) return
  await db
    .insertInto('tag_text')
    .values(texts.map(({ owner, language, text }) => ({ tag_key: owner, language_code: language, name: text })))
    .execute()
}

export async function saveSessions(db: Db, sessions: readonly SessionRow[], now: Date): Promise<Map<string, number>> {
  if (sessions.length === 0) return new Map()
  const rows = await db
    .insertInto('session')
    .values(
      sessions.map((session) => ({
        key: session.key,
        position: session.position,
        title: session.title,
        overview: session.overview,
        color: session.color,
        banner_hash: session.bannerHash,
        is_learning_hub: session.isLearningHub,
        first_place: session.firstPlace,
        published_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref, fn }) => ({
        position: ref('excluded.position'),
        title: ref('excluded.title'),
        overview: ref('excluded.overview'),
        color: ref('excluded.color'),
        banner_hash: ref('excluded.banner_hash'),
        is_learning_hub: ref('excluded.is_learning_hub'),
        first_place: ref('excluded.first_place'),
        published_at: fn.coalesce('session.published_at', 'excluded.published_at'),
      })),
    )
    .returning(['id', 'key'])
    .execute()
  return new Map(rows.map(({ id, key }) => [key, id]))
}

export type SessionParts = {
  texts: readonly { sessionId: number; language: string; title: string; overview: string }[]
  tags: readonly { sessionId: number; position: number; tagKey: string }[]
  projects: readonly { sessionId: number; projectId: number }[]
}

/** No other rows refer to these, so they are replaced. */
export async function replaceSessionParts(
  db: Db,
  sessionIds: readonly number[],
  { texts, tags, projects }: SessionParts,
): Promise<void> {
  if (sessionIds.length === 0) return
  for (const table of ['session_text', 'session_tag', 'session_project'] as const) {
    await db.deleteFrom(table).where('session_id', 'in', sessionIds).execute()
  }
  if (texts.length > 0) {
    await db
      .insertInto('session_text')
      .values(
        texts.map(({ sessionId, language, title, overview }) => ({
          session_id: sessionId,
          language_code: language,
          title,
          overview,
        })),
      )
      .execute()
  }
  if (tags.length > 0) {
    await db
      .insertInto('session_tag')
      .values(tags.map(({ sessionId, position, tagKey }) => ({ session_id: sessionId, position, tag_key: tagKey })))
      .execute()
  }
  if (projects.length > 0) {
    await db
      .insertInto('session_project')
      .values(projects.map(({ sessionId, projectId }) => ({ session_id: sessionId, project_id: projectId })))
      .execute()
  }
}
