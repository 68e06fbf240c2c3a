import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

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

/** SQL fragment: how many of a session's tags this person prefers. The query must select from `session`. */
export const countPreferredTags = (personId: number) => sql<number>`(
  select count(*) from session_tag join wanted_tag using (tag_key)
  where session_tag.session_id = session.id and wanted_tag.person_id = ${personId})`
