import type { Db } from '#core/ctx.ts'

/**
 * Cancelled before then, and in no personal calendar that still needs its id. An occurrence cancelled by itself is kept while its
 * series has live ones: otherwise an edit of the whole series would bring it back.
 */
function forgettable(db: Db, before: Date) {
  return db
    .selectFrom('calendar_event as event')
    .where('event.cancelled_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('calendar_push as push').select('push.event_id').whereRef('push.event_id', '=', 'event.id'))),
    )
    .where(({ or, eb, not, exists, selectFrom }) => {
      const live = selectFrom('calendar_event as live')
        .select('live.id')
        .whereRef('live.series_id', '=', 'event.series_id')
        .where('live.cancelled_at', 'is', null)
      return or([eb('event.cancelled_alone', '=', false), not(exists(live))])
    })
}

/** The series with such events. A series that is being changed waits for the next night. */
export async function lockForgettable(db: Db, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('calendar_series')
    .select('id')
    .where('id', 'in', forgettable(db, before).select('event.series_id'))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Also deletes series without any events left. */
export async function deleteForgettable(db: Db, seriesIds: readonly number[], before: Date): Promise<void> {
  if (seriesIds.length === 0) return
  const old = forgettable(db, before).select('event.id').where('event.series_id', 'in', seriesIds)
  await db.deleteFrom('calendar_event').where('id', 'in', old).execute()
  await db
    .deleteFrom('calendar_series')
    .where('id', 'in', seriesIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('calendar_event').select('id').whereRef('calendar_event.series_id', '=', 'calendar_series.id'))),
    )
    .execute()
}
