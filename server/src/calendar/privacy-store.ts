import type { Db } from '#core/ctx.ts'

export function findPlannedBy(db: Db, personId: number) {
  return db
    .selectFrom('calendar_event as event')
    .innerJoin('calendar_series as series', 'series.id', 'event.series_id')
    .select([
      'event.title',
      'event.description',
      'event.scheduled_at as scheduledTime',
      'event.is_pair_group_call as isPairGroupCall',
      'series.frequency as eventFrequency',
      'event.cancelled_at as cancelledAt',
    ])
    .where('series.created_by', '=', personId)
    .orderBy('event.scheduled_at')
    .orderBy('event.id')
    .execute()
}

/** With the title of the event, so that they can be understood. */
export function findAnswersOf(db: Db, personId: number) {
  return db
    .selectFrom('calendar_answer as answer')
    .innerJoin('calendar_event as event', 'event.id', 'answer.event_id')
    .select(['event.title', 'answer.for_at as scheduledTime', 'answer.is_yes as isYes', 'answer.answered_at as answeredAt'])
    .where('answer.person_id', '=', personId)
    .orderBy('answer.answered_at')
    .orderBy('answer.event_id')
    .execute()
}

export function findProposalsOf(db: Db, personId: number) {
  return db
    .selectFrom('calendar_proposal as proposal')
    .innerJoin('calendar_event as event', 'event.id', 'proposal.event_id')
    .select(['event.title', 'proposal.scheduled_at as scheduledTime', 'proposal.note', 'proposal.proposed_at as proposedAt'])
    .where('proposal.proposed_by', '=', personId)
    .orderBy('proposal.id')
    .execute()
}

/** Answers, other times and free hours. */
export async function deleteAnswersOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('calendar_answer').where('person_id', '=', personId).execute()
  await db.deleteFrom('calendar_proposal').where('proposed_by', '=', personId).execute()
  await db.deleteFrom('free_hours').where('person_id', '=', personId).execute()
}

/** The account, without credentials. */
export function findConnections(db: Db, personId: number) {
  return db
    .selectFrom('calendar_integration')
    .select(['provider', 'email', 'connected_at as connectedAt', 'busy_since as busyTimesReadSince'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()
}

export async function deleteFeedOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('calendar_feed').where('person_id', '=', personId).execute()
}

const seriesIds = (db: Db) => db.selectFrom('calendar_series as series').select('series.id')

/**
 * Nobody can read events of an ended mentorship any more. Their rows stay, so that they can be removed from other calendars.
 * Returns the mentorship ids.
 */
export async function updateUnreadWiped(db: Db, personId: number): Promise<number[]> {
  const over = db.selectFrom('mentorship').select('id').where('ended_at', 'is not', null)
  return wipe(db, seriesIds(db).where('series.created_by', '=', personId).where('series.mentorship_id', 'in', over))
}

/** Texts of people who left earlier are wiped when the mentorship ends. */
export async function updateNamelessWiped(db: Db, mentorshipId: number): Promise<number[]> {
  return wipe(db, seriesIds(db).where('series.mentorship_id', '=', mentorshipId).where('series.created_by', 'is', null))
}

async function wipe(db: Db, ids: ReturnType<typeof seriesIds>): Promise<number[]> {
  const noWords = { title: '-', description: '' }
  await db.updateTable('calendar_event').set(noWords).where('series_id', 'in', ids).execute()
  const rows = await db
    .updateTable('calendar_series')
    .set(noWords)
    .where('id', 'in', ids)
    .returning('mentorship_id as mentorshipId')
    .execute()
  return [...new Set(rows.map(({ mentorshipId }) => mentorshipId))]
}

/** The current titles in its calendar, which may also be in notices. */
export async function findTitlesIn(db: Db, mentorshipId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar_event')
    .select('title')
    .distinct()
    .where('mentorship_id', '=', mentorshipId)
    .execute()
  return rows.map(({ title }) => title)
}

/** Planned events stay for the others; the creator is removed. */
export async function updatePlannedNameless(db: Db, personId: number): Promise<void> {
  await db.updateTable('calendar_series').set({ created_by: null }).where('created_by', '=', personId).execute()
}
