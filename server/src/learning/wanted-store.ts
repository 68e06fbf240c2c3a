import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** A tag that the programme no longer has is passed over; one that was wanted before stays. */
export async function insertWantedTags(db: Db, personId: number, tagKeys: readonly string[]): Promise<void> {
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

/** How many of a session's tags this person wants; to be used beside the session's table. */
export const wantedCount = (personId: number) => sql<number>`(
  select count(*) from session_tag join wanted_tag using (tag_key)
  where session_tag.session_id = session.id and wanted_tag.person_id = ${personId})`
