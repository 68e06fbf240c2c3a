import { type SessionCard, SessionStatus } from '@saathi/contract/learning/entities'
import { type RawBuilder, sql } from 'kysely'
import { bannerUrl, isOfferedTo, publishedSessions, tagNames } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { sameAs } from './progress-store.ts'

/** `mentorshipId`: selects the sessions of this mentorship; null for the learning hub. */
export type Reader = { personId: number; language: string; mentorshipId?: number | null }
export type SessionFilter = { notStarted?: boolean; bookmarked?: boolean; started?: boolean; ongoing?: boolean }

/**
 * The sessions a person may see in the learning hub, or has in one mentorship, joined with their progress, on the version that
 * applies to them.
 */
function sessionsFor(db: Db, reader: Reader) {
  const { mentorshipId = null } = reader
  const sessions = publishedSessions(db, reader.language)
    .leftJoin('session_progress', (join) =>
      join
        .onRef('session_progress.session_id', '=', 'session.id')
        .on('session_progress.person_id', '=', reader.personId)
        .on('session_progress.mentorship_id', sameAs(mentorshipId), mentorshipId),
    )
    .leftJoin('walk', (join) =>
      join
        .onRef('walk.session_id', '=', 'session.id')
        .on('walk.person_id', '=', reader.personId)
        .on('walk.mentorship_id', sameAs(mentorshipId), mentorshipId),
    )
    .innerJoin('session_version', (join) =>
      join.on(({ eb, ref, fn }) =>
        eb('session_version.id', '=', fn.coalesce(ref('session_progress.version_id'), ref('session.version_id'))),
      ),
    )
    .leftJoin('bookmark', (join) =>
      join.onRef('bookmark.session_id', '=', 'session.id').on('bookmark.person_id', '=', reader.personId),
    )
    .where('session.is_learning_hub', '=', mentorshipId === null)
  if (mentorshipId !== null) return sessions.where('walk.person_id', 'is not', null)
  // Started sessions, and those of a mentorship, stay visible even if their projects change later.
  return sessions.where(({ or, eb }) => or([eb('session_progress.person_id', 'is not', null), isOfferedTo(db, reader.personId)]))
}
type Sessions = ReturnType<typeof sessionsFor>

function filterSessions(sessions: Sessions, filter: SessionFilter): Sessions {
  let query = sessions
  if (filter.notStarted) query = query.where('session_progress.person_id', 'is', null)
  if (filter.bookmarked) query = query.where('bookmark.person_id', 'is not', null)
  if (filter.started) query = query.where('session_progress.person_id', 'is not', null)
  if (filter.ongoing) query = query.where('session_progress.status', '=', 'ONGOING')
  return query
}

/**
 * Started sessions: last opened first. Bookmarks: newest first. Sessions not started (the curated row): preferred tags first,
 * then the reader's language, the programme's ranking, and shorter sessions. For people who have not finished a session the
 * programme's ranking comes before all that.
 */
function sortSessions(sessions: Sessions, filter: SessionFilter, { personId, language, mentorshipId = null }: Reader): Sessions {
  let query = sessions
  if (filter.started || filter.ongoing) query = query.orderBy('session_progress.last_seen_at', 'desc')
  else if (filter.bookmarked) query = query.orderBy('bookmark.created_at', 'desc')
  else if (mentorshipId !== null) query = query.orderBy('walk.position')
  else if (filter.notStarted)
    query = query
      .orderBy(firstPlaceFor(personId), (order) => order.asc().nullsLast())
      .orderBy(countPreferredTags(personId), 'desc')
      .orderBy(isInLanguage(language), 'desc')
      .orderBy('session.first_place', (order) => order.asc().nullsLast())
      .orderBy('session_version.duration_minutes')
  return query.orderBy('session.position').orderBy('session.id')
}

/** Null for people who have finished a session. */
const firstPlaceFor = (personId: number) => sql<number | null>`case when not exists (
  select from session_progress as finished
  where finished.person_id = ${personId} and finished.mentorship_id is null and finished.status = 'COMPLETED'
) then session.first_place end`

/** SQL fragment: how many of a session's tags this person prefers. The query must select from `session`. */
const countPreferredTags = (personId: number) => sql<number>`(
  select count(*) from session_tag join wanted_tag using (tag_key)
  where session_tag.session_id = session.id and wanted_tag.person_id = ${personId})`

/** SQL fragment: the names of those tags, in the reader's language. */
const preferredTagNames = ({ personId, language }: Reader) => sql<string[]>`array(
  select coalesce(tag_text.name, tag.name) from session_tag
  join wanted_tag on wanted_tag.tag_key = session_tag.tag_key and wanted_tag.person_id = ${personId}
  join tag on tag.key = session_tag.tag_key
  left join tag_text on tag_text.tag_key = tag.key and tag_text.language_code = ${language}
  where session_tag.session_id = session.id
  order by session_tag.position)`

/** A session's base text is in the default language. */
const isInLanguage = (language: string) =>
  sql<boolean>`session_text.session_id is not null or exists (select from language where code = ${language} and is_default)`

/** Aggregated once per person, not once per session, so long lists stay cheap. */
function doneByVersion(db: Db, { personId, mentorshipId = null }: Reader) {
  return db
    .selectFrom('step_completion')
    .innerJoin('step', 'step.id', 'step_completion.step_id')
    .where('step_completion.person_id', '=', personId)
    .where('step_completion.mentorship_id', sameAs(mentorshipId), mentorshipId)
    .groupBy('step.version_id')
    .select(({ fn }) => [
      'step.version_id as versionId',
      fn.countAll<number>().as('steps'),
      fn.sum<number>('step.duration_minutes').as('minutes'),
    ])
}

function withCardFields(db: Db, sessions: Sessions, reader: Reader) {
  return sessions
    .leftJoin(doneByVersion(db, reader).as('done'), 'done.versionId', 'session_version.id')
    .select((select) => [
      'session.id',
      'session.title',
      'session.overview',
      'session.color',
      'session.banner_hash as bannerHash',
      'session.is_learning_hub as isLearningHub',
      'walk.end_date as endDate',
      'session_version.id as versionId',
      'session_version.duration_minutes as durationMinutes',
      'session_version.step_count as totalSteps',
      'session_text.title as localeTitle',
      'session_text.overview as localeOverview',
      'session_progress.status',
      'session_progress.last_step_id as lastStepId',
      'bookmark.created_at as bookmarkedAt',
      'done.steps as completedSteps',
      'done.minutes as completedMinutes',
      tagNames(db, select.ref('session.id'), reader.language).as('tags'),
      preferredTagNames(reader).as('chosenTags'),
    ])
}
type CardRow = Awaited<ReturnType<ReturnType<typeof withCardFields>['executeTakeFirstOrThrow']>>

export type Page = { page: number; size: number }
export type CardPage = { sessions: SessionCard[]; hasNextPage: boolean }

export async function findSessionCards(db: Db, reader: Reader, filter: SessionFilter, { page, size }: Page): Promise<CardPage> {
  const sessions = sortSessions(filterSessions(sessionsFor(db, reader), filter), filter, reader)
  // Fetch one extra row to know whether there is a next page.
  const rows = await withCardFields(db, sessions, reader)
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  return { sessions: rows.slice(0, size).map(toCard), hasNextPage: rows.length > size }
}

export type ReaderSession = {
  card: SessionCard
  mentorshipId: number | null
  versionId: number
  lastStepId: number | null
  isStarted: boolean
}

export async function findSession(db: Db, reader: Reader, sessionId: number): Promise<ReaderSession | null> {
  const row = await withCardFields(db, sessionsFor(db, reader).where('session.id', '=', sessionId), reader).executeTakeFirst()
  if (!row) return null
  const { versionId, lastStepId, status } = row
  return { card: toCard(row), mentorshipId: reader.mentorshipId ?? null, versionId, lastStepId, isStarted: status !== null }
}

function toCard(row: CardRow): SessionCard {
  return {
    id: row.id,
    title: row.title,
    localeTitle: row.localeTitle ?? row.title,
    overview: row.overview,
    localeOverview: row.localeOverview ?? row.overview,
    banner: bannerUrl(row.bannerHash),
    color: row.color,
    tags: row.tags,
    chosenTags: row.chosenTags,
    duration: row.durationMinutes,
    sessionDuration: row.durationMinutes,
    durationCompleted: row.completedMinutes ?? 0,
    isBookmarked: row.bookmarkedAt !== null,
    isLearningHub: row.isLearningHub,
    sessionStatus: SessionStatus.parse(row.status ?? 'NOT_STARTED'),
    // Only sessions of a mentorship's schedule have a due date.
    endDate: row.endDate?.toISOString() ?? null,
    completedSteps: row.completedSteps ?? 0,
    totalSteps: row.totalSteps,
  }
}

/** Part of the statement that reads a profile. */
export function hasNotStarted(db: Db, personId: number): RawBuilder<boolean> {
  const anyLanguage = { personId, language: '' }
  return sql<boolean>`exists (${filterSessions(sessionsFor(db, anyLanguage), { notStarted: true }).select('session.id')})`
}

/** Lock until the end of the transaction: of two concurrent toggles, the second must see the first. */
export async function lockBookmark(db: Db, personId: number, sessionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bookmark ${personId} ${sessionId}`}, 0))`.execute(db)
}

/** False when the bookmark already existed. */
export async function insertBookmark(db: Db, personId: number, sessionId: number, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('bookmark')
    .values({ person_id: personId, session_id: sessionId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteBookmark(db: Db, personId: number, sessionId: number): Promise<void> {
  await db.deleteFrom('bookmark').where('person_id', '=', personId).where('session_id', '=', sessionId).execute()
}

/** In any version of this session. */
export async function hasStep(db: Db, sessionId: number, stepId: number): Promise<boolean> {
  const row = await db
    .selectFrom('step')
    .innerJoin('session_version as version', 'version.id', 'step.version_id')
    .select('step.id')
    .where('step.id', '=', stepId)
    .where('version.session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}

/** In any version of this session. */
export async function hasQuiz(db: Db, sessionId: number, quizId: number): Promise<boolean> {
  const row = await db
    .selectFrom('quiz')
    .innerJoin('session_version as version', 'version.id', 'quiz.version_id')
    .select('quiz.id')
    .where('quiz.id', '=', quizId)
    .where('version.session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}

/** Ignores tags that the programme no longer has, and keeps the earlier ones. */
export async function insertPreferredTags(db: Db, personId: number, tagKeys: readonly string[]): Promise<void> {
  if (tagKeys.length === 0) return
  await db
    .insertInto('wanted_tag')
    .columns(['person_id', 'tag_key'])
    .expression(
      db
        .selectFrom('tag')
        .select([sql<number>`${personId}::bigint`.as('person_id'), 'tag.key'])
        .where('tag.key', 'in', tagKeys),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NewSession = { personId: number; sessionId: number; session: string; count: number }
type NewSessionsQuery = {
  /** Published at or after `from` and before `before`. */ from: Date
  before: Date
  afterId: number
  limit: number
}

/**
 * For each person registered before publication: the first new session available to them that they have not started, and the
 * count.
 */
export async function findNewSessions(db: Db, { from, before, afterId, limit }: NewSessionsQuery): Promise<NewSession[]> {
  const { rows } = await sql<NewSession>`
    select distinct on (person.id) person.id as "personId", session.id as "sessionId",
      coalesce(session_text.title, session.title) as session, count(*) over (partition by person.id)::int as count
    from session
    join person on person.created_at < session.published_at and person.deleted_at is null and person.disabled_at is null
    join experience on experience.person_id = person.id and experience.session = 'use'
    left join session_text on session_text.session_id = session.id and session_text.language_code = person.language_code
    where session.is_learning_hub and session.published_at >= ${from} and session.published_at < ${before}
      and person.id > ${afterId}
      and not exists (
        select from session_progress progress where progress.session_id = session.id and progress.person_id = person.id)
      and (not exists (select from session_project allowed where allowed.session_id = session.id) or exists (
        select from session_project allowed where allowed.session_id = session.id and allowed.project_id = person.project_id))
    order by person.id, session.position, session.id
    limit ${limit}`.execute(db)
  return rows
}
