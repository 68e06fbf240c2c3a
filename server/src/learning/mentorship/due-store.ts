import type { Db } from '#core/ctx.ts'

export type DueSession = { personId: number; mentorshipId: number; sessionId: number; dueAt: Date; session: string }
type DueQuery = {
  from: Date
  before: Date
  /** Exclusive cursor: the last person id of the previous batch. */ afterId: number
  limit: number
}

/** Unfinished mentorship sessions due in this period, ordered by person, with titles in each person's language. */
export function findDueSessions(db: Db, { from, before, afterId, limit }: DueQuery): Promise<DueSession[]> {
  return db
    .selectFrom('walk')
    .innerJoin('session', 'session.id', 'walk.session_id')
    .innerJoin('person', 'person.id', 'walk.person_id')
    .innerJoin('experience', 'experience.person_id', 'walk.person_id')
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').onRef('session_text.language_code', '=', 'person.language_code'),
    )
    .leftJoin('session_progress as progress', (join) =>
      join
        .onRef('progress.mentorship_id', '=', 'walk.mentorship_id')
        .onRef('progress.person_id', '=', 'walk.person_id')
        .onRef('progress.session_id', '=', 'walk.session_id'),
    )
    .select(({ fn, ref }) => [
      'walk.person_id as personId',
      'walk.mentorship_id as mentorshipId',
      'walk.session_id as sessionId',
      'walk.end_date as dueAt',
      fn.coalesce(ref('session_text.title'), ref('session.title')).as('session'),
    ])
    .where('walk.closed_at', 'is', null)
    .where('walk.end_date', '>=', from)
    .where('walk.end_date', '<', before)
    .where('walk.person_id', '>', afterId)
    .where('progress.completed_at', 'is', null)
    .where('session.published_at', 'is not', null)
    .where('experience.curriculum', '=', 'use')
    .orderBy('walk.person_id')
    .orderBy('walk.end_date')
    .orderBy('walk.session_id')
    .limit(limit)
    .execute()
}
