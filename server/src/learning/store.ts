import { type SessionCard, SessionStatus } from '@saathi/contract/learning/entities'
import { sql } from 'kysely'
import { bannerUrl, isOfferedTo, publishedSessions, tagNames } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { sameAs } from './track.ts'
import { wantedCount } from './wanted-store.ts'

/** `mentorshipId`: whose sessions are meant; null for those of the learning hub. */
export type Reader = { personId: number; language: string; mentorshipId?: number | null }
export type Wanted = { notStarted?: boolean; bookmarked?: boolean; begun?: boolean; ongoing?: boolean }

/**
 * What a person may see in the learning hub, or walks through in one mentorship, joined with how far that person has come
 * there, on the version that counts for them.
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
  // Who has begun a session keeps it, as does who walks through one, whatever its projects have become meanwhile.
  return sessions.where(({ or, eb }) => or([eb('session_progress.person_id', 'is not', null), isOfferedTo(db, reader.personId)]))
}
type Sessions = ReturnType<typeof sessionsFor>

function onlyWanted(sessions: Sessions, wanted: Wanted): Sessions {
  let query = sessions
  if (wanted.notStarted) query = query.where('session_progress.person_id', 'is', null)
  if (wanted.bookmarked) query = query.where('bookmark.person_id', 'is not', null)
  if (wanted.begun) query = query.where('session_progress.person_id', 'is not', null)
  if (wanted.ongoing) query = query.where('session_progress.status', '=', 'ONGOING')
  return query
}

/**
 * Begun sessions by when they were last open, bookmarks newest first. Sessions not started come as the curated row
 * wants them. Who has finished none yet gets those that the programme puts first. Then comes what the reader asked to learn,
 * what is in their own language, what the programme puts first, and the shorter before the longer.
 */
function inOrder(sessions: Sessions, wanted: Wanted, { personId, language, mentorshipId = null }: Reader): Sessions {
  let query = sessions
  if (wanted.begun || wanted.ongoing) query = query.orderBy('session_progress.last_seen_at', 'desc')
  else if (wanted.bookmarked) query = query.orderBy('bookmark.created_at', 'desc')
  else if (mentorshipId !== null) query = query.orderBy('walk.position')
  else if (wanted.notStarted)
    query = query
      .orderBy(firstPlaceFor(personId), (order) => order.asc().nullsLast())
      .orderBy(wantedCount(personId), 'desc')
      .orderBy(isInLanguage(language), 'desc')
      .orderBy('session.first_place', (order) => order.asc().nullsLast())
      .orderBy('session_version.duration_minutes')
  return query.orderBy('session.position').orderBy('session.id')
}

/** Null for everybody who has finished a session. */
const firstPlaceFor = (personId: number) => sql<number | null>`case when not exists (
  select from session_progress as finished
  where finished.person_id = ${personId} and finished.mentorship_id is null and finished.status = 'COMPLETED'
) then session.first_place end`

/** A session's own text is in the default language. */
const isInLanguage = (language: string) =>
  sql<boolean>`session_text.session_id is not null or exists (select from language where code = ${language} and is_default)`

/** Added up once for the person, and not once for each session: a long list costs hardly more than a short one. */
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
    ])
}
type CardRow = Awaited<ReturnType<ReturnType<typeof withCardFields>['executeTakeFirstOrThrow']>>

export type Page = { page: number; size: number }
export type CardPage = { sessions: SessionCard[]; hasNextPage: boolean }

export async function findSessionCards(db: Db, reader: Reader, wanted: Wanted, { page, size }: Page): Promise<CardPage> {
  const sessions = inOrder(onlyWanted(sessionsFor(db, reader), wanted), wanted, reader)
  // One more than is shown says whether there are more.
  const rows = await withCardFields(db, sessions, reader)
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  return { sessions: rows.slice(0, size).map(toCard), hasNextPage: rows.length > size }
}

export type ReadSession = {
  card: SessionCard
  mentorshipId: number | null
  versionId: number
  lastStepId: number | null
  isBegun: boolean
}

export async function findSession(db: Db, reader: Reader, sessionId: number): Promise<ReadSession | null> {
  const row = await withCardFields(db, sessionsFor(db, reader).where('session.id', '=', sessionId), reader).executeTakeFirst()
  if (!row) return null
  const { versionId, lastStepId, status } = row
  return { card: toCard(row), mentorshipId: reader.mentorshipId ?? null, versionId, lastStepId, isBegun: status !== null }
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
    duration: row.durationMinutes,
    sessionDuration: row.durationMinutes,
    durationCompleted: row.completedMinutes ?? 0,
    isBookmarked: row.bookmarkedAt !== null,
    isLearningHub: row.isLearningHub,
    sessionStatus: SessionStatus.parse(row.status ?? 'NOT_STARTED'),
    // Only a mentorship's schedule sets a day by which a session is due.
    endDate: row.endDate?.toISOString() ?? null,
    completedSteps: row.completedSteps ?? 0,
    totalSteps: row.totalSteps,
  }
}

export async function hasNotStarted(db: Db, personId: number): Promise<boolean> {
  const anyLanguage = { personId, language: '' }
  const row = await onlyWanted(sessionsFor(db, anyLanguage), { notStarted: true })
    .select('session.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Held to the end of the transaction: of two toggles at once the second must see what the first has done. */
export async function lockBookmark(db: Db, personId: number, sessionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bookmark ${personId} ${sessionId}`}, 0))`.execute(db)
}

/** False when it was there already. */
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

/** In whatever version of this session. */
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

/** In whatever version of this session. */
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
