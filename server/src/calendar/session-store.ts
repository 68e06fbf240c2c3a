import { sql } from 'kysely'
import type { Actor, Db } from '#core/ctx.ts'

/** The sessions of this mentorship, with their titles in all languages. */
export function findSessionsOf(db: Db, mentorshipId: number): Promise<{ id: number; titles: string[] }[]> {
  return db
    .selectFrom('session')
    .leftJoin('session_text', 'session_text.session_id', 'session.id')
    .select(['session.id', sql<string[]>`array_agg(session_text.title) || array_agg(session.title)`.as('titles')])
    .where('session.id', 'in', (eb) =>
      eb.selectFrom('walk').select('walk.session_id').where('walk.mentorship_id', '=', mentorshipId),
    )
    .groupBy('session.id')
    .execute()
}

type Viewer = Pick<Actor, 'personId' | 'language'>

/** Sessions that an event can refer to, in the order of the schedule, with the viewer's own deadlines. */
export function sessionChoices(db: Db, mentorshipId: number, { personId, language }: Viewer, limit: number) {
  return db
    .selectFrom('walk')
    .innerJoin('session', 'session.id', 'walk.session_id')
    .leftJoin('session_text', (join) =>
      join.onRef('session_text.session_id', '=', 'session.id').on('session_text.language_code', '=', language),
    )
    .select(({ fn }) => [
      'session.id',
      'session.title',
      fn.coalesce('session_text.title', 'session.title').as('localeTitle'),
      fn.max('walk.end_date').filterWhere('walk.person_id', '=', personId).as('endDate'),
    ])
    .where('walk.mentorship_id', '=', mentorshipId)
    .groupBy(['session.id', 'session_text.title'])
    .orderBy(({ fn }) => fn.min('walk.position'))
    .orderBy('session.id')
    .limit(limit)
}
